// A person who knows the answers: reads each question and says what fits it.
import { expect } from "@playwright/test";
import type { SessionPage } from "./page.ts";

/** Question pattern and answer; the first pattern that fits wins. */
export type Answers = [RegExp, string][];

export const LEASE = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";

// Subjects first, sides last: «Кто страхует, арендодатель или арендатор?» is about insurance.
export const LEASE_ANSWERS: Answers = [
  [/vin|опозна|идентиф/i, "VIN XTAGFL113M0000001, госномер А123ВС777"],
  [/госномер|номерной знак|регистрационный/i, "А123ВС777"],
  [/осаго|страх/i, "ОСАГО оформляет арендодатель"],
  [/экипаж|водител/i, "без экипажа"],
  [/залог|депозит|обеспечит/i, "залог 15 000 рублей"],
  [/неустойк|пен[иея]|просроч|штраф/i, "пеня 0,1 % в день"],
  [/числа|платеж|платёж|оплат|перевод|наличн/i, "до 5 числа каждого месяца, переводом"],
  [/срок|период|начин|с какого|до какого|дат/i, "с 01.12.2026 по 31.05.2027"],
  [/арендодател|сдаёт|собственник/i, "Иванов Иван Иванович, физлицо"],
  [/арендатор|кому|берёт/i, "ООО «Вектор», ИНН 7700000016"],
];

/** What people say to everything that they have no opinion about. */
const WHATEVER = "как обычно";

/** What was understood is read back before it becomes a term: a person who was understood says so. */
const READ_BACK = /верно ли понято|понято так/i;

/** Answers until the contract is ready; returns the questions that were asked. */
export async function talkUntilReady(session: SessionPage, answers: Answers, atMost = 15) {
  const asked: string[] = [];
  while (!(await session.ready())) {
    const question = (await session.question.innerText()).replace(/\s+/g, " ").trim();
    expect(asked, "no question is asked twice").not.toContain(question);
    asked.push(question);
    expect(asked.length, `at most ${atMost} questions:\n${asked.join("\n")}`).toBeLessThanOrEqual(atMost);
    await session.send(answerTo(question, answers));
  }
  return asked;
}

export const answerTo = (question: string, answers: Answers) =>
  READ_BACK.test(question) ? "всё верно" : answers.find(([pattern]) => pattern.test(question))?.[1] ?? WHATEVER;

/** Answers until a question can be answered with one of some choices. */
export async function talkUntilChoices(session: SessionPage, answers: Answers, wanted = session.choices) {
  for (let asked = 0; asked < 15 && !(await session.ready()); asked++) {
    if (await wanted.count()) return;
    await session.send(answerTo(await session.question.innerText(), answers));
  }
  throw new Error("no question came with a choice");
}

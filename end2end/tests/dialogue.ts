// A person who knows the answers: reads each question and says what fits it.
import { expect } from "@playwright/test";
import type { SessionPage } from "./page.ts";

/** Question pattern and answer; the first pattern that fits wins. */
export type Answers = [RegExp, string][];

/** What people say to everything that they have no opinion about. */
const WHATEVER = "как обычно";

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
  answers.find(([pattern]) => pattern.test(question))?.[1] ?? WHATEVER;

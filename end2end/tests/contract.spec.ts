// The main job in a browser: from one sentence to a state that is ready for a skeleton.
import { type Answers, LEASE, LEASE_ANSWERS, talkUntilReady } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, hydrated } from "./page.ts";

test("vehicle lease: from the first sentence to ready", async ({ page, request }) => {
  const home = await new HomePage(page).open();
  await shot(page, "home", { readme: true });
  const session = await home.start(LEASE);

  // Everything that the sentence says is there before the first answer, in the state and on the page.
  const { state } = await (await request.get(`/api/session/${session.id}`)).json();
  const domain = JSON.stringify(state.domain);
  for (const fact of ["Vesta", "2021", "30000.00"]) expect(domain).toContain(fact);
  await expect(session.domain).toContainText("Vesta");
  await expect(session.domain).toContainText("2021");
  await expect(session.domain).toContainText(/30.?000/);
  await expect(session.domain).toContainText(/6|P6M/);
  expect(await session.changed.count(), "new facts are highlighted").toBeGreaterThan(0);
  await expect(session.performer).not.toBeEmpty();
  await shot(page, "session", { readme: true });

  const asked = await talkUntilReady(session, LEASE_ANSWERS);
  expect(asked.length).toBeGreaterThan(0);
  await expect(session.gate).toHaveAttribute("data-verdict", "open");
  await expect(session.status).toHaveText(/готов/i);
  const { done, total } = await session.meter();
  expect(total).toBeGreaterThan(0);
  expect(done, "every essential term is agreed").toBe(total);
  await expect(session.issuesList.locator("li.issue[data-severity=critical][data-status=open]")).toHaveCount(0);
  await shot(page, "ready", { readme: true });

  // Nothing lives in the page alone.
  await page.reload();
  expect(await session.ready()).toBe(true);
  await expect(session.turnsOf("user")).toHaveCount(asked.length + 1);

  // One button makes the document, and it is checked.
  await session.document.open();
  await page.getByRole("button", { name: "Собрать договор" }).click();
  await expect(page.locator(".document-actions .checked")).toBeVisible();
  await hydrated(page);
  await expect(session.document.paper).toContainText(/30.000.\(тридцать тысяч\).рублей/);
  await expect(session.document.paper.locator(".missing")).toHaveCount(0);
  await shot(page, "document", { readme: true });
});

const OTHERS: { name: string; opening: string; answers: Answers }[] = [
  {
    name: "services",
    opening: "Нужен договор на бухгалтерское обслуживание нашей фирмы за 35 000 рублей в месяц",
    answers: [
      // Subjects first, as with the lease: «Исполнитель создаст тексты…?» asks about rights, not about the side.
      [/неустойк|пен[иея]|процент/i, "0,1 % в день"],
      [/права|материал/i, "таких материалов не будет"],
      [/услуг|действи|результат|что именно|входит/i, "ведение бухгалтерского и налогового учёта, сдача отчётности"],
      [/срок|период|начин|дат/i, "с 01.12.2026 по 30.11.2027"],
      [/приём|сдач|акт|отчёт/i, "по акту каждый месяц"],
      [/цен|стоимост|вознагражд/i, "35 000 рублей в месяц"],
      [/оплат|платеж|платёж/i, "до 10 числа следующего месяца, переводом"],
      [/исполнител/i, "ИП Орлов Олег Олегович, ИНН 770000010193"],
      [/заказчик/i, "ООО «Вектор», ИНН 7700000016"],
    ],
  },
  {
    name: "loan",
    opening: "Даю другу в долг 300 000 рублей без процентов до 01.09.2027",
    answers: [
      [/процент|ставк/i, "без процентов"],
      [/обеспеч|залог|поручит/i, "без обеспечения"],
      [/неустойк|пен[иея]|просроч/i, "0,1 % в день"],
      [/верн|возвра|срок|погаш/i, "до 01.09.2027 одной суммой"],
      [/сумм|сколько/i, "300 000 рублей"],
      [/перевод|наличн|переда|способ/i, "наличными под расписку"],
      [/займодав|заимодав|даёт/i, "Иванов Иван Иванович, физлицо"],
      [/заёмщик|заемщик|берёт|кому/i, "Петров Пётр Петрович, физлицо"],
    ],
  },
  {
    name: "sale",
    opening: "Продаю токарный станок 16К20 за 900 000 рублей",
    answers: [
      [/неустойк|пен[иея]|процент/i, "0,1 % в день"],
      [/количеств|сколько|штук/i, "токарный станок 16К20, зав. № 1234, 1 штука"],
      [/состояни|недостат|нов/i, "бывший в употреблении, без известных недостатков"],
      [/гарант/i, "как обычно"],
      [/плат[ияёе]|оплат|рассроч/i, "полная оплата при передаче, переводом"],
      [/достав|переда|вывоз|самовывоз/i, "самовывоз до 15.12.2026"],
      [/цен|стоимост/i, "900 000 рублей"],
      [/товар|что прода|предмет|вещь/i, "токарный станок 16К20, 1 штука"],
      [/продав|прода[её]т/i, "Иванов Иван Иванович, физлицо"],
      [/покупа/i, "ООО «Вектор», ИНН 7700000016"],
    ],
  },
];

for (const { name, opening, answers } of OTHERS) {
  test(`${name}: from the first sentence to ready`, async ({ page }) => {
    const session = await (await new HomePage(page).open()).start(opening);
    await talkUntilReady(session, answers);
    const { done, total } = await session.meter();
    expect(done).toBe(total);
    await expect(session.gate).toHaveAttribute("data-verdict", "open");
  });
}

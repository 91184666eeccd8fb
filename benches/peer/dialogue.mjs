// What the person says, and what a model answers to it. The same words for both arms; no chance, no clock.

const THINGS = ['лопаты', 'лестницу', 'зимние шины', 'газонокосилку', 'запасные ключи', 'шланг', 'старый шкаф', 'велосипеды'];
const PLACES = ['в подсобке', 'в гараже', 'на балконе', 'под навесом', 'в кладовой', 'в подвале', 'на веранде', 'у входа'];
const DEEDS = ['убирает после каждой уборки', 'возвращает чистыми', 'не передаёт соседям', 'проверяет раз в месяц'];

/** The first words: a lease, as a person tells it. */
export const FIRST = 'Сдаю в аренду дачу с участком на 11 месяцев за 30 000 рублей в месяц, залог 15 000 рублей.';

/** A term of the person's own, about four hundred bytes. */
function term(number) {
  const pick = (list, by) => list[Math.floor(number / by) % list.length];
  const words =
    `Арендатор хранит ${pick(THINGS, 1)} ${pick(PLACES, 8)}, ${pick(DEEDS, 64)} и ${pick(DEEDS, 3)}; ` +
    `о всякой потере по пункту ${number} арендатор пишет хозяину в тот же вечер, а хозяин отвечает наутро и не спорит из-за мелочей.`;
  return { title: `Хранение ${number}`, words };
}

const quoted = (quote) => ({ turn: null, quote });
const answer = (own_clauses) =>
  JSON.stringify({ operations: [], own_clauses, answers: [], not_understood: [], type_change: null, undo: null, reply: 'Записано.' });
const clause = ({ title, words }) => ({ title, words, evidence: quoted(words) });

/** Says nothing of its own: the floor of a model's turn. */
export const NOTHING = answer([]);

/** The turns that bring so many terms, forty in a message. */
export function* growth(count, from) {
  for (let at = from; at < from + count; at += 40) {
    const terms = Array.from({ length: Math.min(40, from + count - at) }, (_, own) => term(at + own));
    yield { words: `Добавьте наши условия.\n${terms.map((one) => one.words).join('\n')}`, answer: answer(terms.map(clause)) };
  }
}

/** One turn as in life: an answer, a correction, a term of one's own. */
export function usual(number) {
  const own = { title: `Мелочь ${number % 12}`, words: `Ключ номер ${number} арендатор оставляет соседке в доме ${(number % 40) + 1}.` };
  const said = [
    `Платить до ${(number % 20) + 1} числа каждого месяца переводом.`,
    `Исправление: залог ${15 + (number % 10)} 000 рублей.`,
    'Курить в доме нельзя.',
    `Пени ${((number % 9) + 1) / 10} % в день за просрочку.`,
    `Арендатор ${['Пётр Ильич Сомов', 'Анна Юрьевна Лосева'][number % 2]}, телефон +7 900 000-00-${String(number % 90).padStart(2, '0')}.`,
    'Да, всё верно.',
  ][number % 6];
  return { words: `${said} ${own.words}`, answer: answer([clause(own)]) };
}

/** A lease without any model: what the person writes, turn by turn. */
export const LEASE = [
  'Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц',
  'без экипажа',
  'залог 15 000 ₽',
  'до 5 числа, переводом',
  '0,1 % в день',
  'как обычно',
];

import { lemmaOf } from '../language/lemma.js'

/** The days of a week as lemmas, in their order. */
export const WEEKDAYS: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'
  .split(' ')
  .map(lemmaOf)

const DAY = '(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?'
const RANGE = new RegExp(`\\b${DAY} (?:to|until|till|through|and|-|–) ${DAY}\\b`, 'i')

/** Whether a day is among those that a sentence names: "from Tuesday to Saturday"; undefined when it names no range. */
export function isDayAmong(day: string, sentence: string): boolean | undefined {
  const match = RANGE.exec(sentence)
  if (match === null) return undefined
  const [from, to, asked] = [match[1], match[2], day].map((each) =>
    WEEKDAYS.indexOf(lemmaOf((each ?? '').toLowerCase())),
  )
  if (from === undefined || to === undefined || asked === undefined || asked < 0) return undefined
  if (/ and /i.test(match[0])) return asked === from || asked === to
  return from <= to ? asked >= from && asked <= to : asked >= from || asked <= to
}

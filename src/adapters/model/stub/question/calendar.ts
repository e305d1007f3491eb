import { lemmaOf } from '../language/lemma.js'

const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** Days of a week and months of a year as lemmas, each in their order. */
const CYCLES: readonly (readonly string[])[] = [DAYS.map(lemmaOf), MONTHS.map(lemmaOf)]
const RANGES = [
  /\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday)s? (?:to|until|till|through|and|-|–) (monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b/i,
  /\b(january|february|march|april|may|june|july|august|september|october|november|december) (?:to|until|till|through|and|-|–) (january|february|march|april|may|june|july|august|september|october|november|december)\b/i,
]

/** The days, or the months, that a lemma is one of; none for other words. */
export const cycleOf = (lemma: string): readonly string[] =>
  CYCLES.find((cycle) => cycle.includes(lemma)) ?? []

/** Whether a day or month is among those that a sentence names: "from Tuesday to Saturday"; undefined when it names no range. */
export function isAmong(word: string, sentence: string): boolean | undefined {
  const asked = lemmaOf(word)
  const at = CYCLES.findIndex((cycle) => cycle.includes(asked))
  const match = RANGES[at]?.exec(sentence)
  if (match === null || match === undefined) return undefined
  const cycle = CYCLES[at] ?? []
  const [from = -1, to = -1, middle = -1] = [match[1], match[2], asked].map((each) =>
    cycle.indexOf(lemmaOf((each ?? '').toLowerCase())),
  )
  if (/ and /i.test(match[0])) return middle === from || middle === to
  return from <= to ? middle >= from && middle <= to : middle >= from || middle <= to
}

import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { cycleOf, isAmong } from '../question/calendar.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { Response, Turn } from './turn.js'

/** "What time do you shut on a Thursday?", of the one who is asked and of no particular thing. */
export const ASKS_HOURS =
  /^(?:and |so |but )?(?:when|(?:at )?what time|until when|till when|until what time|how late|from when) (?:do|are|will) (?:you|they|we|i) (?:be )?(?:open|opened|opening|close|closed|closing|shut|shutting|there|stay open|start serving)\b(?! (?:the|a|an|your|my)\b)/i
const HOURS =
  /(?<![\p{L}\d])(?:\d{1,2}(?:[:.]\d{2})?|noon|midnight|six|seven|eight|nine|ten|eleven|twelve)(?: ?[ap]m)? (?:to|until|till|-|–) (?:\d{1,2}(?:[:.]\d{2})?|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/iu
const OF_OPENING =
  /\b(?:open|opening|hours|daily|shop|monday|tuesday|wednesday|thursday|friday|saturday|sunday)/i

const OPENING: ReadonlySet<string> = new Set(
  [
    'open',
    'opening',
    'close',
    'closing',
    'shut',
    'shutting',
    'serve',
    'start',
    'stay',
    'time',
    'late',
    'usual',
  ].map(lemmaOf),
)

/** When it is open, by what gives hours from one to another: for a day that is asked for, what names it or has it among its days. */
export function tellHours(
  { sources: { own, documents }, speaker }: Turn,
  { words, terms }: Question,
): Response | undefined {
  const given = [...own.statements, ...documents.statements].filter(
    ({ text, parts }) => parts.length === 0 && HOURS.test(text) && OF_OPENING.test(text),
  )
  const day = words.find((word) => cycleOf(lemmaOf(word)).length > 0 && !/^(?:may|march)$/.test(word))
  // "in winter", "the museum"
  const others = terms.filter(({ lemma }) => !OPENING.has(lemma) && lemma !== lemmaOf(day ?? ''))
  const fitting = (day === undefined ? given : given.filter((each) => holdsDay(each, day))).filter(
    ({ lemmas, context }) => others.every(({ lemma }) => lemmas.includes(lemma) || context.includes(lemma)),
  )
  const [only] = fitting
  return only === undefined || (day === undefined && given.length > 1)
    ? undefined
    : { gesture: 'nods', sentences: [speaker.fresh(only.text)] }
}

const holdsDay = ({ text }: Statement, day: string): boolean =>
  isAmong(day, text) === true || wordsOf(text).some((word) => lemmaOf(word) === lemmaOf(day))

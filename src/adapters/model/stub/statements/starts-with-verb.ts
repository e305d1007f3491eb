import { baseOfPast, firstPersonOf, isAuxiliary, isFiniteVerb } from '../language/verbs.js'

/** "Keeps forty hives", "Has never been outside", "Cannot swim", "Once won a race". */
export function startsWithVerb(words: readonly string[]): boolean {
  const rest = words.slice(words.findIndex((word) => !SKIPPED.has(word)))
  const [verb = '', next = ''] = rest
  if (isAuxiliary(verb)) return !['are', 'were', 'am'].includes(verb)
  if (firstPersonOf(verb) !== undefined) return !isFiniteVerb(next) || baseOfPast(next) !== undefined
  return baseOfPast(verb) !== undefined && !isAuxiliary(next)
}

/** "Waters down the wine": a verb that is in no list. */
export const startsWithUnknownVerb = ([first = '', second = '', ...rest]: readonly string[]): boolean =>
  /^\p{L}{3,}[^su']s$/u.test(first) &&
  /^(?:the|a|an|his|her|their|up|down|out|off|away|every|no)$/.test(second) &&
  !rest.slice(0, 3).some(isFiniteVerb)

const SKIPPED = new Set([
  'also',
  'always',
  'once',
  'never',
  'often',
  'still',
  'usually',
  'now',
  'rarely',
  'sometimes',
  'secretly',
  'only',
  'recently',
])

/** Part of a text (UTF-16 code units). */
export type Span = { readonly from: number; readonly to: number }

/** Longer, it is no gesture: an asterisk may be a mistake. */
const MAX_LENGTH = 160
const MARKED = /(?<![*\p{L}\p{N}])\*(?![*\s])([^*\n]{1,160})\*(?![*\p{L}\p{N}])/gu

/** Words that look like what somebody does, and are not. */
const NOT_DONE: ReadonlySet<string> = new Set(
  (
    'yes this is was his its as us has does always perhaps sometimes thanks unless besides things something nothing ' +
    'anything everything during darling king morning evening hers ours yours theirs less'
  ).split(' '),
)

const isDone = (word = '') => /^[a-z]{2,}(?:s|ing)$/.test(word) && !NOT_DONE.has(word)

/**
 * What a character does and does not say, between asterisks: `*smiles warmly* Good evening.` Emphasis has the same marks:
 * it stands inside a sentence, and does not say what somebody does.
 */
export function findGestures(text: string): readonly Span[] {
  const gestures: Span[] = []
  for (const match of text.matchAll(MARKED)) {
    const [from, to] = [match.index, match.index + match[0].length]
    if (isGesture(match[1] ?? '', { before: text.slice(0, from), after: text.slice(to) }))
      gestures.push({ from, to })
  }
  return gestures
}

function isGesture(
  marked: string,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  const words = marked.toLowerCase().match(/[a-z'-]+/g) ?? []
  const [first = '', second] = words
  const isDeed = isDone(first) || (first.endsWith('ly') && isDone(second))
  if (words.length >= 4 && isDeed) return true
  const isBetween = /(?:^|[.!?…*"”])\s*$/u.test(before.slice(-4)) || /^\s*(?:$|\*)/.test(after.slice(0, 4))
  return isBetween && (isDeed || words.length >= 4)
}

/** Whether a gesture has begun in the text and not ended: no sentence ends within one. */
export function isInsideGesture(text: string): boolean {
  const marks = [...text.matchAll(/\*(?=[^\s\d])|(?<=[^\s\d])\*/g)]
  const last = marks.at(-1)
  return marks.length % 2 === 1 && last !== undefined && text.length - last.index <= MAX_LENGTH
}

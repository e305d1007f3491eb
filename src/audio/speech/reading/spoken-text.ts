import { findTelephoneNumbers, readTelephone } from './figure-groups.js'
import { findGestures, type Span } from './gestures.js'
import { readToken } from './token-reading.js'

/** A written word with what is said for it. */
export type SpokenToken = {
  /** As it stands in the text, with the punctuation at it. */
  readonly word: string
  /** Where it ends in the text (UTF-16 code units). */
  readonly textEnd: number
  /** Plain English words in lower case; empty for what is not read aloud, such as an emoji. */
  readonly spoken: readonly string[]
  /** The mark that says how the voice goes on: a short or a long pause, or a question. */
  readonly pause: '' | ',' | '.' | '?' | '!'
}

/** More are not spoken: a request is a sentence, and a line of figures can be very many words. */
const MAX_SPOKEN_WORDS = 400

/**
 * Writes out what people read differently from how it is written: figures, money, times, abbreviations, addresses. What a
 * character does, `*smiles*`, emoticons and other scripts than Latin are not read.
 */
export function toSpokenTokens(text: string): SpokenToken[] {
  const isGesture = within(findGestures(text))
  const isTelephone = within(findTelephoneNumbers(text))
  const written = [...text.matchAll(/\S+/gu)].map((match) => ({
    word: match[0],
    textEnd: match.index + match[0].length,
    ...trimMarks(match[0]),
  }))
  let count = 0
  return written.map((each, at) => {
    const { word, textEnd, core, after } = each
    if (isGesture(each) || EMOTICON.test(word)) return { word, textEnd, spoken: [], pause: '' }
    const following = written[at + 1]
    const context = { before: written[at - 1]?.core ?? '', next: following?.core ?? '', after }
    const isGroup = isTelephone(each)
    const { words, isAbbreviated } = isGroup
      ? { words: readTelephone(word), isAbbreviated: false }
      : readToken(OPERATORS.get(word) ?? core, context)
    const spoken = words.slice(0, Math.max(0, MAX_SPOKEN_WORDS - count))
    count += spoken.length
    const isContinued = isGroup && following !== undefined && isTelephone(following)
    const isEnd = !isAbbreviated || following === undefined
    return { word, textEnd, spoken, pause: isContinued ? ',' : pauseOf(after, !isEnd) }
  })
}

/** A mark between figures that is read; trimming would drop it. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['*', '×'],
  ['×', '×'],
  ['÷', '÷'],
])

/** `:-)`, `;P`, `<3`, `^_^`. */
const EMOTICON = /^(?:[:;=]['’^]?-?[)(\][DPpOo/\\|*]{1,3}|[xX]D|<\/?3|\^[_.-]?\^)[.,!?]*$/u

/** Whether a written word lies in one of the spans. */
const within =
  (spans: readonly Span[]) =>
  ({ word, textEnd }: { readonly word: string; readonly textEnd: number }): boolean =>
    spans.some(({ from, to }) => textEnd > from && textEnd - word.length < to)

/** The text for a synthesiser that reads plain words and marks; empty when there is nothing to say. */
export function toPlainText(tokens: readonly SpokenToken[]): string {
  let text = ''
  for (const { spoken, pause } of tokens) {
    if (spoken.length > 0) text += `${text === '' ? '' : ' '}${spoken.join(' ')}`
    if (text !== '' && pause !== '' && /[a-z']$/.test(text)) text += pause
  }
  return text
}

/** Splits the marks off a word: `("1905".)` has the core 1905. */
function trimMarks(word: string): { readonly core: string; readonly after: string } {
  // Of a link only what is shown: `[the map](https://example.org)`.
  const link = word.indexOf('](')
  const shown = link === -1 ? word : word.slice(0, link)
  const characters = [...shown]
  const isMark = (character: string) => !/[\p{L}\p{N}\p{M}%°$£€¥₹¢&@#+=]/u.test(character)
  const first = characters.findIndex((character) => !isMark(character))
  if (first === -1) return { core: '', after: shown }
  const last = characters.findLastIndex((character) => !isMark(character))
  // A sign, or the apostrophe of a decade, belongs to its figures.
  const sign =
    /^[-−–'’]$/u.test(characters[first - 1] ?? '') && /[\d$£€¥₹]/u.test(characters[first] ?? '') ? 1 : 0
  return {
    core: characters.slice(first - sign, last + 1).join(''),
    after: characters.slice(last + 1).join(''),
  }
}

function pauseOf(marks: string, isAbbreviated: boolean): SpokenToken['pause'] {
  if (/[?？]/u.test(marks)) return '?'
  if (/[!！]/u.test(marks)) return '!'
  if (/[.…。]/u.test(marks) && !isAbbreviated) return '.'
  return /[,;:–—)，；：、]|^-+$/u.test(marks) ? ',' : ''
}

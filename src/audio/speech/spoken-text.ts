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

/** Writes out what people read differently from how it is written: figures, money, times, abbreviations, initials. */
export function toSpokenTokens(text: string): SpokenToken[] {
  const written = [...text.matchAll(/\S+/gu)].map((match) => ({
    word: match[0],
    textEnd: match.index + match[0].length,
    ...trimMarks(match[0]),
  }))
  let count = 0
  return written.map(({ word, textEnd, core, after }, at) => {
    const { words, isAbbreviated } = readToken(core, {
      before: written[at - 1]?.core ?? '',
      next: written[at + 1]?.core ?? '',
      after,
    })
    const spoken = words.slice(0, Math.max(0, MAX_SPOKEN_WORDS - count))
    count += spoken.length
    const isLast = at === written.length - 1
    return { word, textEnd, spoken, pause: pauseOf(after, isAbbreviated && !isLast) }
  })
}

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
  const characters = [...word]
  const isMark = (character: string) => !/[\p{L}\p{N}\p{M}%°$£€&@#+=]/u.test(character)
  const first = characters.findIndex((character) => !isMark(character))
  if (first === -1) return { core: '', after: word }
  const last = characters.findLastIndex((character) => !isMark(character))
  // A sign, or the apostrophe of a decade, belongs to its figures.
  const sign = /^[-−–'’]$/u.test(characters[first - 1] ?? '') && /\d/.test(characters[first] ?? '') ? 1 : 0
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

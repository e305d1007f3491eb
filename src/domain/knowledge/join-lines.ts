const HYPHEN = /\p{L}[-\u2010\u00ad]$/u
const LOWER_CASE = /^\p{Ll}/u
/** Scripts that are written without spaces, and their punctuation. */
const UNSPACED =
  /^[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]$/u
const SENTENCE_END = /[.!?…:;。！？؟]["'”’»)\]]*$/u
/** The end of a line that these expressions look at. */
const TAIL_CHARACTERS = 8

/** Words are shorter. */
const MAX_WORD_CHARACTERS = 60

/** How to join two parts: whether to drop the hyphen at the end of the first, and the text between them. */
export type TextSeparator = { readonly dropsHyphen: boolean; readonly text: string }

/**
 * Joins two lines of a paragraph: a word broken by a hyphen is rejoined, unless it is one of `hyphenated`; other lines
 * get a space if their script uses spaces.
 */
export function lineSeparator(last: string, next: string, hyphenated?: ReadonlySet<string>): TextSeparator {
  if (endsInHyphen(last)) {
    const word = `${/(?<!\p{L})\p{L}+.$/u.exec(last.slice(-MAX_WORD_CHARACTERS))?.[0]}${/^\p{L}*/u.exec(next.slice(0, MAX_WORD_CHARACTERS))?.[0]}`
    return { dropsHyphen: LOWER_CASE.test(next) && !hyphenated?.has(word.toLowerCase()), text: '' }
  }
  const unspaced = isUnspacedScript(last.at(-1)) && isUnspacedScript(next.at(0))
  return { dropsHyphen: false, text: unspaced ? '' : ' ' }
}

/** Joins columns or pages: a line break when the sentence continues, otherwise a new paragraph. */
export function blockSeparator(last: string, next: string): TextSeparator {
  const continues = LOWER_CASE.test(next) && !SENTENCE_END.test(last.slice(-TAIL_CHARACTERS))
  return continues ? lineSeparator(last, next) : { dropsHyphen: false, text: '\n\n' }
}

export const endsInHyphen = (line: string) => HYPHEN.test(line.slice(-TAIL_CHARACTERS))

/** Words that have a hyphen in the middle of a line, in lower case. */
export const hyphenatedWords = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(
    lines
      .filter((line) => line.includes('-'))
      .flatMap((line) => line.toLowerCase().match(/(?<!\p{L})\p{L}+-\p{L}+(?![\p{L}-])/gu) ?? []),
  )

export const isUnspacedScript = (character: string | undefined) =>
  character !== undefined && UNSPACED.test(character)

/** Joins all parts and returns the offset of each. Empty parts add nothing. */
export function joinParts(
  parts: readonly string[],
  separator: (last: string, next: string, index: number) => TextSeparator,
): { readonly text: string; readonly starts: readonly number[] } {
  const pieces: string[] = []
  const starts: number[] = []
  let length = 0
  let last = ''
  for (const [index, part] of parts.entries()) {
    if (last !== '' && part !== '') {
      const { dropsHyphen, text: between } = separator(last, part, index)
      if (dropsHyphen) pieces.push((pieces.pop() ?? '').slice(0, -1))
      pieces.push(between)
      length += between.length - (dropsHyphen ? 1 : 0)
    }
    starts.push(length)
    if (part === '') continue
    pieces.push(part)
    length += part.length
    last = part
  }
  return { text: pieces.join(''), starts }
}

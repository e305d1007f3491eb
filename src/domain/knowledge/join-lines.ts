const HYPHEN = /\p{L}[-\u2010\u00ad]$/u
const LOWER_CASE = /^\p{Ll}/u
/** Scripts that are written without spaces, and their punctuation. */
const UNSPACED =
  /^[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]$/u
const SENTENCE_END = /[.!?…:;。！？؟]["'”’»)\]]*$/u
/** Enough of a line's end for any of these. */
const TAIL_CHARACTERS = 8

/** No word is longer. */
const MAX_WORD_CHARACTERS = 60

/** How two parts are put together: whether the first loses its last character, and what comes between. */
export type TextSeparator = { readonly dropsHyphen: boolean; readonly text: string }

/**
 * Two lines of a paragraph: a word parted by a hyphen becomes whole, unless it is one of `hyphenated`; others get a
 * space where their script has one.
 */
export function lineSeparator(last: string, next: string, hyphenated?: ReadonlySet<string>): TextSeparator {
  if (endsInHyphen(last)) {
    const whole = `${/(?<!\p{L})\p{L}+.$/u.exec(last.slice(-MAX_WORD_CHARACTERS))?.[0]}${/^\p{L}*/u.exec(next.slice(0, MAX_WORD_CHARACTERS))?.[0]}`
    return { dropsHyphen: LOWER_CASE.test(next) && !hyphenated?.has(whole.toLowerCase()), text: '' }
  }
  const unspaced = isUnspacedScript(last.at(-1)) && isUnspacedScript(next.at(0))
  return { dropsHyphen: false, text: unspaced ? '' : ' ' }
}

/** What follows after the end of a column or a page: the next line when a sentence runs on, else a new paragraph. */
export function blockSeparator(last: string, next: string): TextSeparator {
  const runsOn = LOWER_CASE.test(next) && !SENTENCE_END.test(last.slice(-TAIL_CHARACTERS))
  return runsOn ? lineSeparator(last, next) : { dropsHyphen: false, text: '\n\n' }
}

export const endsInHyphen = (line: string) => HYPHEN.test(line.slice(-TAIL_CHARACTERS))

/** Words that have a hyphen of their own in the middle of a line, in lower case. */
export const hyphenatedWords = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(
    lines
      .filter((line) => line.includes('-'))
      .flatMap((line) => line.toLowerCase().match(/(?<!\p{L})\p{L}+-\p{L}+(?![\p{L}-])/gu) ?? []),
  )

export const isUnspacedScript = (character: string | undefined) =>
  character !== undefined && UNSPACED.test(character)

/** All parts as one text, and where in it each begins. Empty parts leave no trace. */
export function joinParts(
  parts: readonly string[],
  joint: (last: string, next: string, index: number) => TextSeparator,
): { readonly text: string; readonly starts: readonly number[] } {
  const pieces: string[] = []
  const starts: number[] = []
  let length = 0
  let last = ''
  for (const [index, part] of parts.entries()) {
    if (last !== '' && part !== '') {
      const { dropsHyphen: drop, text: between } = joint(last, part, index)
      if (drop) pieces.push((pieces.pop() ?? '').slice(0, -1))
      pieces.push(between)
      length += between.length - (drop ? 1 : 0)
    }
    starts.push(length)
    if (part === '') continue
    pieces.push(part)
    length += part.length
    last = part
  }
  return { text: pieces.join(''), starts }
}

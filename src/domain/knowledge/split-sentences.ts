export type CountTokens = (text: string) => number

/** The range of a sentence in the text, or of a part of a long one, without surrounding white space. */
export type SentenceRange = { readonly start: number; readonly end: number; readonly tokens: number }

/** A sentence of more than `sentence` tokens is cut between words, into parts of at most `part` tokens. */
export type SentenceLimits = { readonly sentence: number; readonly part: number }

/** Longer runs without a space are cut: the time to count their tokens grows with the square of the length. */
const MAX_RUN_CHARACTERS = 400
/** The length of the parts of such a run, and of a long sentence in a script without spaces. */
const MAX_WORD_CHARACTERS = 60
/** A longer sentence is cut before its tokens are counted, for the same reason. */
const MAX_SENTENCE_CHARACTERS = 8_000

/** The sentences in order; every character except white space is in exactly one. */
export function splitSentences(
  text: string,
  countTokens: CountTokens,
  longest: SentenceLimits,
): SentenceRange[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return paragraphsOf(text).flatMap(({ start: from, text: paragraph }) =>
    [...segmenter.segment(paragraph)].flatMap(({ index, segment }) => {
      const range = trimRange(text, { start: from + index, end: from + index + segment.length })
      return range === null ? [] : withTokenCounts(text, range, { countTokens, longest })
    }),
  )
}

type TextRange = { readonly start: number; readonly end: number }
type TokenCounting = { readonly countTokens: CountTokens; readonly longest: SentenceLimits }

/** Segments line by line: the segmenter is slow on long texts, and a sentence does not span lines. */
function paragraphsOf(text: string): { start: number; text: string }[] {
  return [...text.matchAll(/[^\n]+/g)].map((match) => ({ start: match.index, text: match[0] }))
}

function trimRange(text: string, { start, end }: TextRange): TextRange | null {
  const segment = text.slice(start, end)
  const before = segment.length - segment.trimStart().length
  if (before === segment.length) return null
  return { start: start + before, end: start + segment.trimEnd().length }
}

function withTokenCounts(
  text: string,
  { start, end }: TextRange,
  { countTokens, longest }: TokenCounting,
): SentenceRange[] {
  const sentence = text.slice(start, end)
  if (end - start <= MAX_SENTENCE_CHARACTERS && !hasLongWord(sentence)) {
    const tokens = countTokens(` ${sentence}`)
    if (tokens <= longest.sentence) return [{ start, end, tokens }]
  }
  return splitLongSentence(sentence, { countTokens, longest }).map((part) => ({
    ...part,
    start: start + part.start,
    end: start + part.end,
  }))
}

const LONG_WORD = new RegExp(`\\S{${MAX_RUN_CHARACTERS + 1}}`)
const WORDS = new RegExp(`\\S{1,${MAX_WORD_CHARACTERS}}`, 'gu')
const hasLongWord = (sentence: string) => sentence.length > MAX_RUN_CHARACTERS && LONG_WORD.test(sentence)

/** Joins words into parts of at most `part` tokens. */
function splitLongSentence(sentence: string, { countTokens, longest }: TokenCounting): SentenceRange[] {
  const parts: SentenceRange[] = []
  for (const { start, end } of wordsOf(sentence)) {
    const tokens = countTokens(` ${sentence.slice(start, end)}`)
    const last = parts.at(-1)
    if (last !== undefined && last.tokens + tokens <= longest.part) {
      parts[parts.length - 1] = { start: last.start, end, tokens: last.tokens + tokens }
    } else parts.push({ start, end, tokens })
  }
  return parts
}

/** The runs between spaces; one longer than a word is cut between characters. */
function wordsOf(sentence: string): TextRange[] {
  return [...sentence.matchAll(WORDS)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

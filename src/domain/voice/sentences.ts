import { endsInAbbreviation } from '../../audio/speech/reading/abbreviations.js'
import { isInsideGesture } from '../../audio/speech/reading/gestures.js'

/** A sentence with the white space before it, and where it begins in the text (UTF-16 code units). */
export type Sentence = { readonly text: string; readonly at: number }

/** Longer sentences are spoken in parts, or their audio would be late. */
const MAX_LENGTH = 240
/** The end of a sentence, its closing quotes included, with the white space that shows it; scripts without spaces have none. */
const END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+[”’」』）]*|\n/gu
/** Where a long sentence is divided. */
const PAUSE = /[,;:—–、，；][^\S\n]*|\s+/gu

/** The first clause of a reply is spoken alone, so that its sound need not wait for the whole sentence. */
const CLAUSE = /[,;:–—，；：、]["'”’)\]]*(?=\s)/gu
/** Shorter clauses are not: "Well, …" has no time to cover what follows it. */
const MIN_CLAUSE = 12
/** A longer beginning is divided before a conjunction if no mark divides it: its sound would be late. */
const LONG_CLAUSE = 60
const CONJUNCTION = /\s(?=(?:and|but|or|because|when|while|which|who|if|until|before|after|with)\s)/gu
const MIN_BEFORE_CONJUNCTION = 20

/** Splits a stream of text into sentences, each as soon as it is certain to be complete, and the first into clauses. */
export function createSentences() {
  let rest = ''
  let at = 0
  let hasBegun = false

  const take = (length: number): Sentence[] => {
    const text = rest.slice(0, length).trimEnd()
    const sentence = { text, at }
    // White space belongs to the next sentence. White space as long as a sentence may be is dropped.
    const taken = text === '' ? length : text.length
    rest = rest.slice(taken)
    at += taken
    hasBegun ||= text !== ''
    return text === '' ? [] : [sentence]
  }
  const drain = (): Sentence[] => {
    const sentences: Sentence[] = []
    for (let end = endOf(rest, !hasBegun); end > 0; end = endOf(rest, !hasBegun)) sentences.push(...take(end))
    return sentences
  }
  return {
    /** Returns the sentences that this text completes. */
    push: (text: string): Sentence[] => {
      rest += text
      return drain()
    },
    /** Returns what is left. */
    flush: (): Sentence[] => [...drain(), ...take(rest.length)],
  }
}

/** The length of the first sentence, or of the first part of one that is too long; 0 while there is none. */
function endOf(text: string, mayBeClause: boolean): number {
  // One character more shows what follows a mark at the limit.
  const beginning = text.slice(0, MAX_LENGTH + 1)
  const start = beginning.search(/\S/)
  for (const match of beginning.matchAll(END)) {
    const end = match.index + match[0].length
    if (end <= start || start < 0 || end > MAX_LENGTH) continue
    if (endsInAbbreviation(lastWord(beginning.slice(start, end)))) continue
    if (isInsideGesture(beginning.slice(start, end))) continue
    return mayBeClause ? (clauseEnd(beginning.slice(0, end), start) ?? end) : end
  }
  const clause = mayBeClause && start >= 0 ? clauseEnd(beginning, start) : undefined
  if (clause !== undefined) return clause
  return text.length > MAX_LENGTH ? partOf(text) : 0
}

const lastWord = (text: string) => text.slice(text.search(/\S{1,40}$/u))

function clauseEnd(text: string, start: number): number | undefined {
  const isEnd = (end: number) => end <= MAX_LENGTH && !isInsideGesture(text.slice(start, end))
  const marks = [...text.matchAll(CLAUSE)].map((match) => match.index + match[0].length)
  const marked = marks.find((end) => end - start >= MIN_CLAUSE && isEnd(end))
  if (text.length - start <= LONG_CLAUSE || (marked ?? text.length) - start <= LONG_CLAUSE) return marked
  const conjunctions = [...text.matchAll(CONJUNCTION)].map(({ index }) => index)
  const fits = (end: number) => end - start >= MIN_BEFORE_CONJUNCTION && end - start <= LONG_CLAUSE
  return conjunctions.find((end) => fits(end) && isEnd(end)) ?? marked
}

/** The longest part that ends at a pause, else at the limit. */
function partOf(text: string): number {
  const start = text.slice(0, MAX_LENGTH)
  const pauses = [...start.matchAll(PAUSE)].map((match) => match.index + match[0].length)
  const marked = pauses.findLast((end) => /[^\s]\s*$/u.test(start.slice(0, end)) && end > MAX_LENGTH / 3)
  return marked ?? MAX_LENGTH
}

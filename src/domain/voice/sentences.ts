/** A sentence with the white space before it, and where it begins in the text (UTF-16 code units). */
export type Sentence = { readonly text: string; readonly at: number }

/** Longer sentences are spoken in parts, or their audio would be late. */
const MAX_LENGTH = 240
/** The end of a sentence, its closing quotes included, with the white space that shows it; scripts without spaces have none. */
const END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+[”’」』）]*|\n/gu
/** Where a long sentence is divided. */
const PAUSE = /[,;:—–、，；][^\S\n]*|\s+/gu

/** Splits a stream of text into sentences, each as soon as it is certain to be complete. */
export function createSentences() {
  let rest = ''
  let at = 0

  const take = (length: number): Sentence[] => {
    const text = rest.slice(0, length).trimEnd()
    const sentence = { text, at }
    // White space belongs to the next sentence. White space as long as a sentence may be is dropped.
    const taken = text === '' ? length : text.length
    rest = rest.slice(taken)
    at += taken
    return text === '' ? [] : [sentence]
  }
  const drain = (): Sentence[] => {
    const sentences: Sentence[] = []
    for (let end = endOf(rest); end > 0; end = endOf(rest)) sentences.push(...take(end))
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
function endOf(text: string): number {
  // One character more shows what follows a mark at the limit.
  const beginning = text.slice(0, MAX_LENGTH + 1)
  const start = beginning.search(/\S/)
  for (const match of beginning.matchAll(END)) {
    const end = match.index + match[0].length
    if (end > start && start >= 0 && end <= MAX_LENGTH) return end
  }
  return text.length > MAX_LENGTH ? partOf(text) : 0
}

/** The longest part that ends at a pause, else at the limit. */
function partOf(text: string): number {
  const start = text.slice(0, MAX_LENGTH)
  const pauses = [...start.matchAll(PAUSE)].map((match) => match.index + match[0].length)
  const marked = pauses.findLast((end) => /[^\s]\s*$/u.test(start.slice(0, end)) && end > MAX_LENGTH / 3)
  return marked ?? MAX_LENGTH
}

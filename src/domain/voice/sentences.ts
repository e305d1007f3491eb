/** A part of a text, with the white space before it, and where it begins in the text (UTF-16 code units). */
export type Sentence = { readonly text: string; readonly at: number }

/** Beyond this a sentence is spoken in parts, or its sound would be late. */
const LONGEST = 240
/** The end of a sentence, its closing quotes included, with the white space that shows it; scripts without spaces have none. */
const END = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]+[”’」』）]*|\n/gu
/** Where a long sentence is divided. */
const PAUSE = /[,;:—–、，；][^\S\n]*|\s+/gu

/** Cuts a stream of text into what a voice speaks at once: a sentence, as soon as it is certain to be one. */
export function createSentences() {
  let held = ''
  let at = 0

  const take = (length: number): Sentence[] => {
    const text = held.slice(0, length).trimEnd()
    const sentence = { text, at }
    // White space stands before the next sentence; so much of it that no sentence has room is dropped.
    const taken = text === '' ? length : text.length
    held = held.slice(taken)
    at += taken
    return text === '' ? [] : [sentence]
  }
  const drain = (): Sentence[] => {
    const sentences: Sentence[] = []
    for (let end = endOf(held); end > 0; end = endOf(held)) sentences.push(...take(end))
    return sentences
  }
  return {
    /** The sentences that this completes. */
    push: (text: string): Sentence[] => {
      held += text
      return drain()
    },
    /** What is left. */
    flush: (): Sentence[] => [...drain(), ...take(held.length)],
  }
}

/** The length of the first sentence, or of the first part of one that is too long; 0 while there is none. */
function endOf(text: string): number {
  // One character more, to see what stands behind a mark.
  const beginning = text.slice(0, LONGEST + 1)
  const start = beginning.search(/\S/)
  for (const match of beginning.matchAll(END)) {
    const end = match.index + match[0].length
    if (end > start && start >= 0 && end <= LONGEST) return end
  }
  return text.length > LONGEST ? partOf(text) : 0
}

/** The longest part that ends at a pause, else at the limit. */
function partOf(text: string): number {
  const start = text.slice(0, LONGEST)
  const pauses = [...start.matchAll(PAUSE)].map((match) => match.index + match[0].length)
  const marked = pauses.findLast((end) => /[^\s]\s*$/u.test(start.slice(0, end)) && end > LONGEST / 3)
  return marked ?? LONGEST
}

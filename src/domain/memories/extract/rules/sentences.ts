export type SentenceSpan = {
  readonly text: string
  /** UTF-16 offset in the message. */
  readonly start: number
}

/** More of one sentence is not read: nobody who tells something goes on for so long. */
const LONGEST_SENTENCE = 1000

/** Ends at a mark that a space follows, or at the end of the line; not after a title. */
const END = /(?<![.!?…])[.!?…]+["')\]]*(?=\s|$)|\n+/g
const TITLE = /\b(?:mr|mrs|ms|dr|st|prof|vs|etc|e\.g|i\.e)\.$/i
/** With the character before it, which must not be a letter. */
const LONGEST_TITLE = 6

export function splitSentences(text: string): SentenceSpan[] {
  const sentences: SentenceSpan[] = []
  let from = 0
  const take = (to: number) => {
    const raw = text.slice(from, to)
    const lead = raw.length - raw.trimStart().length
    const sentence = raw.trim().slice(0, LONGEST_SENTENCE)
    if (sentence !== '') sentences.push({ text: sentence, start: from + lead })
    from = to
  }
  for (const match of text.matchAll(END)) {
    const to = match.index + match[0].length
    if (!TITLE.test(text.slice(Math.max(from, to - LONGEST_TITLE), to))) take(to)
  }
  take(text.length)
  return sentences
}

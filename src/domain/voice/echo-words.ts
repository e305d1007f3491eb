/** Words that a loudspeaker may still bring back, before what was heard last and behind it. */
const BEFORE = 14
const BEHIND = 4

/**
 * Whether these words stand, in this order, in what was just said: the character hears itself
 * (docs/voice.md, Echo guard).
 */
export function isEchoOf(
  text: string,
  { said, heard }: { readonly said: string; readonly heard: string },
): boolean {
  const words = wordsOf(text)
  const all = wordsOf(said)
  const now = wordsOf(heard).length
  const near = all.slice(Math.max(0, now - BEFORE), now + BEHIND)
  return (
    words.length > 0 &&
    near.some((_, at) =>
      words.every((word, index) => isSame(word, near[at + index], index === words.length - 1)),
    )
  )
}

/** The last word may be cut off. */
const isSame = (word: string, said: string | undefined, isLast: boolean) =>
  said === word || (isLast && word.length > 2 && said?.startsWith(word) === true)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

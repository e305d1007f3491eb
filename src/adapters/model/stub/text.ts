/** Words that say nothing about what a sentence is about. */
const STOP_WORDS = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from had has have he her ' +
    'here him his how i if in is it its just know let like may me mine more my no not now of off on one or our out ' +
    'over please really say she should so some tell than that the their them then there these they thing this those ' +
    'to too up us very want was we were what when where which who why will with would you your yours ' +
    'character npc player user'
  ).split(' '),
)

/** What a text is about: its words without inflection, stop words left out, in order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem)
}

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? []

const ASKS = /\?|^\W*(?:please )?(?:tell|describe|explain|show|what|who|where|when|why|how)\b/i

/** Whether a player wants to know something. */
export const isQuestion = (text: string): boolean => ASKS.test(text)

/** The sentences of a text, each with its closing mark. */
export const markedSentencesOf = (text: string): string[] =>
  (text.match(/[^.!?\n]+(?:[.!?]+(?![.!?\s])[^.!?\n]+)*[.!?]*/g) ?? [])
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** What a player said, fit to be repeated: short, on one line, and without anything a client would take for a tag. */
export function quote(text: string, limit = 120): string {
  const line = text
    .replace(/[<>"“”*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= limit ? line : `${characters.slice(0, limit).join('').trimEnd()}…`
}

/** Enough to bring "waves", "waving" and "waved" together; not a dictionary. */
function stem(word: string): string {
  const bare = word.replace(/'(s|re|ve|ll|d|m|t)$/, '')
  if (bare.length < 4) return bare
  return bare
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ing|ers?|ed|es|s|e)$/, '')
    .replace(/(.)\1$/, '$1')
}

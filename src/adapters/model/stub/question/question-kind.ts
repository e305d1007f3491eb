export type QuestionKind =
  | ('who' | 'what' | 'where' | 'when' | 'why' | 'how' | 'which')
  | ('how many' | 'how much' | 'how long' | 'how old')
  | ('yes-no' | 'tell' | 'opinion')

const TELL =
  /\b(?:tell (?:me |us )?(?:\w+ ){0,3}?(?:about|of)|what about|how about|talk about|describe|what can you (?:tell|say)|know about|anything about|something about|more about|what is .{1,40} like\??$|what's .{1,40} like\??$)\b/i
const OPINION =
  /\b(?:what do you (?:think|make)|what(?:'s| is) your (?:opinion|view|take)|how do you (?:feel|see)|your thoughts)\b/i
const AUXILIARY =
  /^(?:do|does|did|don't|doesn't|didn't|are|is|am|was|were|aren't|isn't|wasn't|have|has|had|haven't|hasn't|can|can't|cannot|could|couldn't|will|won't|would|wouldn't|shall|should|shouldn't|may|might|must|got|any|fancy|ever|you)\b/i

const KINDS: readonly (readonly [QuestionKind, RegExp])[] = [
  ['opinion', OPINION],
  ['how many', /\bhow many\b|\b(?:what|which) (?:is the )?number of\b/i],
  ['how old', /\bhow old (?:are|is|am|was|were)\b|\bwhat(?:'s| is) your age\b|\b(?:what|which) age\b/i],
  ['how long', /\bhow long\b|\bsince when\b|\bfor how long\b|\bhow many (?:years|months|days)\b/i],
  ['when', /\bwhen\b|\b(?:what|which) (?:time|day|year|month|date|hour|season)s?\b|\bhow long ago\b/i],
  [
    'how much',
    /\bhow (?:much|big|tall|high|far|fast|heavy|deep|wide|large|cold|hot|warm|often|thick|strong|rich|thin|thinner)\b|\b(?:what|how) (?:does|do|did|would|will|is|are) .{1,40} (?:cost|charge|weigh|price)\b|\bwhat (?:does|do|did|would|will) .{2,40} (?:pay|owe)(?: (?:you|me|us|him|her|them))?\b(?! with)|\bwhat (?:do|does|would) you charge\b|\bwhat (?:do|must|would|will|should) (?:i|we) (?:have to )?(?:pay|owe)\b/i,
  ],
  ['why', /\bwhy\b|\bhow come\b|\bwhat for\b|\bwhat (?:is |was )?(?:the |your )?reason\b|\bwhat made you\b/i],
  [
    'where',
    /\bwhere\b|\b(?:what|which) (?:city|town|village|country|street|place|planet|part of)\b|\bfrom which\b/i,
  ],
  ['who', /\bwho(?:m|se|'s)?\b|\bwith whom\b/i],
  ['tell', TELL],
  ['which', /\bwhich\b/i],
  ['how', /\bhow\b/i],
  ['what', /\bwhat(?:'s|s)?\b/i],
]

/** What a question asks for by its form; `words` are those of its text. */
export function kindOf(text: string, words: readonly string[]): QuestionKind {
  if (
    AUXILIARY.test(text) &&
    !/^(?:any|you) (?:idea|know)\b/i.test(text) &&
    !/\b(?:who|what|where|when|why|which)\b/i.test(text.slice(0, 24))
  )
    return 'yes-no'
  const start = withoutOccasion(words.slice(0, WORDS_MAX)).join(' ')
  const found = KINDS.find(([, pattern]) => pattern.test(start))
  if (found !== undefined) return found[0]
  return /\?\s*$/.test(text) ? 'yes-no' : 'tell'
}

const WORDS_MAX = 12
const BEGINS_WITH = /^(?:who|whom|whose|what|where|why|how|which)$/
/** Behind these "when" belongs to what is asked for: "the year when you married", "where and when". */
const NAMES_TIME = /^(?:time|day|year|month|date|hour|season|moment|or|and)$/

/** "Who feeds them when you are away?" asks who; only the occasion begins with "when". */
function withoutOccasion(words: readonly string[]): readonly string[] {
  const asked = words.find((word) => !/^(?:and|so|but)$/.test(word)) ?? ''
  const at = words.indexOf('when')
  const isOccasion =
    at > 0 && at < words.length - 1 && BEGINS_WITH.test(asked) && !NAMES_TIME.test(words[at - 1] ?? '')
  return isOccasion ? words.slice(0, at) : words
}

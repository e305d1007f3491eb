// What the words of an utterance say about turn taking: English rules, as cheap as they must be to run on each partial.

const BACKCHANNELS = new Set([
  'okay',
  'ok',
  'yeah',
  'right',
  'mm',
  'mmm',
  'mhm',
  'hm',
  'uh-huh',
  'aha',
  'i see',
])
const STOP_WORDS = new Set(['stop', 'wait', 'no', 'actually'])

/** Only shows that the player listens: it never interrupts (docs/voice.md, Turn taking). */
export function isBackchannel(text: string): boolean {
  const words = hyphenatedWords(text)
  return (
    words.length > 0 && (BACKCHANNELS.has(words.join(' ')) || words.every((word) => BACKCHANNELS.has(word)))
  )
}

/** Begins with a word that always interrupts, however short the utterance is (docs/voice.md, Turn taking). */
export function startsWithStopWord(text: string): boolean {
  const [first] = hyphenatedWords(text)
  return first !== undefined && STOP_WORDS.has(first)
}

const hyphenatedWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? []

/** Words that a sentence does not end with. */
const CONTINUING = new Set(
  (
    'and but or so because if when while that which who than then as like with without of to for from in on at by about ' +
    'the a an my your his her its our their this these those very really um uh er erm hmm well is are was were the i we'
  ).split(' '),
)
const NUMBERS = new Set('zero oh one two three four five six seven eight nine'.split(' '))

/** Whether the player is likely to go on, and is given more time (docs/voice.md, Turn detection). */
export function isIncompleteUtterance(text: string): boolean {
  if (/[.!?。！？]["'”’)]*\s*$/u.test(text)) return false
  if (/[,;:—–-]\s*$/u.test(text)) return true
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
  const last = words.at(-1) ?? ''
  // Single digits, as in a phone number: nothing but a mark of punctuation shows that they are complete.
  const endsWithDigits = words.length > 1 && isDigit(last) && isDigit(words.at(-2) ?? '')
  return CONTINUING.has(last) || endsWithDigits || lacksVerb(words)
}

const isDigit = (word: string) => /^\p{N}$/u.test(word) || NUMBERS.has(word)

/** Common verbs, in the forms of spoken English. */
const VERBS = new Set(
  (
    'am is are was were be been being do does did done have has had can could will would shall should may might must ' +
    'go goes went gone come came get got give gave take took make made see saw seen say said tell told know knew think ' +
    'thought want need like love hate look find found feel felt keep kept let put set read hear heard leave left live ' +
    'lie lay stand stood sit sat run ran walk move stay stop start begin began end help show try ask answer call play ' +
    'work open close hold held bring brought buy bought sell sold send sent pay paid meet met eat ate drink drank ' +
    'sleep slept talk speak spoke wait turn fall fell break broke burn grow grew hope seem become became mean meant ' +
    'lose lost win won build built cost cut hit hurt know shine rise rose ring rang sing sang swim sail wear wore ' +
    'write wrote wake woke wonder worry agree believe remember forget forgot understand understood care happen'
  ).split(' '),
)
/** A sentence that begins with one of these needs a verb behind it. */
const DETERMINERS = new Set(
  'the a an my your his her our their this that these those some every each'.split(' '),
)
/** Endings of verbs, and all contractions that contain one. */
const MAY_BE_VERB = /(?:s|ed|ing|['’]\p{L}+)$/u
/** Shorter utterances are answers, names and greetings. */
const MIN_SENTENCE_WORDS = 5

/**
 * Whether the utterance begins like a sentence and has no verb yet. What may be a verb counts as one, because to wait for
 * nothing is worse than to answer early.
 */
function lacksVerb(words: readonly string[]): boolean {
  const [first = '', ...rest] = words
  if (words.length < MIN_SENTENCE_WORDS || !DETERMINERS.has(first)) return false
  return !rest.some((word) => VERBS.has(word) || MAY_BE_VERB.test(word))
}

/** Several utterances as one text. */
export const joinUtterances = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(' ')

/** Words that a sentence seldom does without one of; English, as people say them. */
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
/** With these a sentence begins whose verb is still to come. */
const BEGINS = new Set('the a an my your his her our their this that these those some every each'.split(' '))
/** What a word may end with that is a verb, and every contraction that holds one. */
const MAY_BE_VERB = /(?:s|ed|ing|['’]\p{L}+)$/u
/** What has fewer is an answer. */
const LEAST_WORDS = 5

/**
 * Whether it begins like a sentence and has come to no verb. What may be one counts as one, and short answers, names and
 * greetings are never taken for the beginning of a sentence: to wait for nothing is worse than to answer early.
 */
export function lacksVerb(words: readonly string[]): boolean {
  const [first = '', ...rest] = words
  if (words.length < LEAST_WORDS || !BEGINS.has(first)) return false
  return !rest.some((word) => VERBS.has(word) || MAY_BE_VERB.test(word))
}

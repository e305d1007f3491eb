import { isNumber } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { baseOfPast, isBaseVerb } from '../language/verbs.js'

const RETURNS = /^(?:(?:and|but|so|then),? )?(?:(?:what|how) about )?(?:you|yours|yourself)\s*\?+$/i
const STATED =
  /^(.{3,200}?)[,;–-]? (?:(?:and|but)(?: (?:what|how) about)?|(?:what|how) about) (you|yours|yourself)\s*\?+$/i

/**
 * The sentences of a message in which "And you?" asks what the player has just said of himself: "I love the sea, and you?" is
 * followed by "Do you love the sea?". `before` is what the player said in the message before.
 */
export function withReturnedQuestions(sentences: readonly string[], before: string): readonly string[] {
  return sentences.flatMap((sentence, at) => {
    const plain = sentence.replaceAll('’', "'").trim()
    const [, stated] = STATED.exec(plain) ?? []
    if (stated !== undefined) {
      const asked = returned(stated)
      return asked === undefined ? [sentence] : [`${stated}.`, asked]
    }
    return RETURNS.test(plain) ? [returned(sentences[at - 1] ?? before) ?? sentence] : [sentence]
  })
}

/** What is asked back, by what somebody said of himself; the first that fits. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:my name is|my name's|i am called|i'm called|call me)\b/i, 'What is your name?'],
  [/\bi(?:'m| am) (?:fine|well|good|great|ok|okay|all right|not bad)\b/i, 'How are you?'],
  [/\bi(?:'m| am| come) from\b/i, 'Where are you from?'],
  [/\bi live (?:in|at|on|near|by|with)\b/i, 'Where do you live?'],
  [/\bi work\b|\bi(?:'m| am) an? \p{L}{1,30}$/iu, 'What do you do for a living?'],
  [/\bmy favou?rite (\p{L}{2,30}(?: \p{L}{2,30})?) (?:is|are)\b/iu, 'What is your favourite $1?'],
  [/\bmy (\p{L}{2,30}) (?:is|are) (?:called|named)\b/iu, 'What is your $1 called?'],
  [/\bmy (\p{L}{2,30}) (?:is|was)\b/iu, 'What is your $1?'],
  [/\bi(?:'m| am) ([^.!?,;]{2,80})/i, 'Are you $1?'],
  [/\bi(?:'ve| have) got ([^.!?,;]{2,80})/i, 'Do you have $1?'],
]
const DOES = /\bi (?:really |also |always |often |never )?(\p{L}{2,20})((?: [^.!?,;]{1,80})?)/iu

function returned(statement: string): string | undefined {
  const plain = statement
    .replaceAll('’', "'")
    .replace(/(?<![.!])[.!]+$/, '')
    .trim()
  const [, age = ''] = /\bi(?:'m| am) ([\p{L}\d-]{1,20})(?: years old)?$/iu.exec(plain) ?? []
  if (wordsOf(age).some(isNumber)) return 'How old are you?'
  for (const [pattern, question] of ASKED) {
    const match = pattern.exec(plain)
    if (match !== null) return question.replace('$1', match[1] ?? '')
  }
  const [, verb = '', rest = ''] = DOES.exec(plain) ?? []
  const done = baseOfPast(verb.toLowerCase())
  if (isBaseVerb(verb.toLowerCase())) return `Do you ${verb}${rest}?`
  return done === undefined ? undefined : `Did you ${done}${rest}?`
}

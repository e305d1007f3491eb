import { fromSecondToFirst } from '../language/person.js'
import { capitalise, markedSentencesOf, wordsOf } from '../language/text.js'
import { baseOfPast, isAuxiliary, isBaseVerb, isFiniteVerb, pastOf } from '../language/verbs.js'

/** Openings of a question that say nothing themselves: "And", "Ms Brandt,", "Tell me,". */
const OPENING =
  /^(?:(?:and|but|so|well|then|now|tell (?:me|us)),? |(?:(?:mr|mrs|ms|dr|captain|professor)\.? )?\p{Lu}\p{L}+, (?=\p{Ll}))+/iu
const WITH_AUXILIARY =
  /^(?:(where|when|how|why|what|who|whom|how long|since when|how often|how many \p{L}+|how much(?: \p{L}+)?|what \p{L}+|which \p{L}+|(?:from|with|by|for|in|at|to|of) (?:where|what|which \p{L}+|whom)) )?(did|do|are|were|have|can|could|will|would) you\b ?(.*)$/iu
const POSSESSION = /^(?:what|who|where|when|how old|which)(?:'s| is| are| was) your (.+)$/i
const ANY = /^(?:do you have |have you (?:got )?|got )?any ([\p{L}]+(?: or [\p{L}]+)?)$/iu
const DECLARED = /^you (?!know\b|see\b)(.+)$/i

/** What an interviewer says of the one who is asked: "You have played here for nineteen years." */
export function declaredBy(speech: string): readonly string[] {
  return markedSentencesOf(speech).flatMap((sentence) => {
    const bare = sentence.replace(OPENING, '').replace(/[.!]$/, '')
    if (!DECLARED.test(bare) || bare.endsWith('?') || /\b(?:would|could|must|should|may) you\b/i.test(bare))
      return []
    return [`${fromSecondToFirst(bare)}.`]
  })
}

/**
 * The first sentence of an answer, with what it leaves out because the question said it: "Where did you learn to bake?"
 * and "From my uncle." are "I learned to bake from my uncle." As it is where it stands for itself.
 */
export function completeAnswer(speech: string, answer: string): string {
  const question = questionIn(speech)
  if (question === undefined) return answer
  const word = REPLY.exec(answer)?.[0].toLowerCase()
  const rest = answer
    .slice(word?.length ?? 0)
    .replace(/^[,.! ]+/, '')
    .replace(/[.!]$/, '')
    .trim()
  if (hasClause(rest))
    return word === undefined || /^(?:never|always|not|sometimes)$/.test(word)
      ? answer
      : `${capitalise(rest)}.`
  const told = word === undefined ? tellMissing(question, rest) : decided(question, word, rest)
  return told === undefined ? answer : `${capitalise(told)}.`
}

const REPLY = /^(?:yes|yeah|no|never|always|sometimes|not)\b/i

function questionIn(speech: string): string | undefined {
  const sentences = markedSentencesOf(speech)
  const asked = sentences.findLast((sentence) => sentence.endsWith('?')) ?? sentences.at(-1)
  return asked
    ?.replace(OPENING, '')
    .replace(/(?<![?.! ])[?.! ]+$/, '')
    .trim()
}

/** Whether a text says something of its own: it has a subject and a verb. */
function hasClause(text: string): boolean {
  if (/^(?:because|since|so|when|if)\b/i.test(text)) return true
  const words = wordsOf(text)
  return words.slice(0, 8).some((word, at) => {
    if (/^(?:i|he|she|it|we|they|that)'/.test(word)) return true
    const before = words[at - 1] ?? ''
    if (/^(?:i|we|they|you)$/.test(before) && (isBaseVerb(word) || isFiniteVerb(word))) return true
    return (
      at > 0 &&
      at < 5 &&
      isFiniteVerb(word) &&
      !/^(?:who|which|that|when|until|where)$/.test(before) &&
      !(baseOfPast(word) !== undefined && /^(?:the|a|an|my|our)$/.test(before))
    )
  })
}

const inline = (text: string) =>
  /^(?:The|A|An|My|Our|In|At|On|From|With|By|For|To|Since|Until|About|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Every|Only|Not|Never|Mostly|Some|Twice|Once|After|Before|Near)\b/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text

/** "How many people work for you?" "Four, and a cat." */
const HOW_MANY_DO = /^how many (\p{L}{1,30}) (?!do\b|did\b|have\b|are you|were you|can\b)(\p{L}.{0,200})$/iu

function tellMissing(question: string, rest: string): string | undefined {
  if (rest === '') return undefined
  const counted = HOW_MANY_DO.exec(question)
  if (counted !== null) {
    const [number = '', ...more] = rest.split(', ')
    const told = `${inline(number)} ${counted[1]} ${fromSecondToFirst(counted[2] ?? '')}`
    return wordsOf(number).length < 3 ? [told, ...more].join(', ') : undefined
  }
  const match = WITH_AUXILIARY.exec(question)
  if (match !== null) {
    const [, asked = '', auxiliary = '', predicate = ''] = match
    if (asked === '' || asked.toLowerCase() === 'why') return undefined
    const said = fromSecondToFirst(predicate)
    // "How many pupils do you have?" "Forty."
    const noun = /^(?:how many|how much|what|which) (.+)$/i.exec(asked)?.[1]
    const counted = noun !== undefined && /^how/i.test(asked) && wordsOf(rest).length < 3 ? ` ${noun}` : ''
    if (/^how old$/i.test(asked) || /^old$/i.test(predicate)) return `I am ${inline(rest)} years old`
    return said === '' && !/^(?:are|were)$/i.test(auxiliary)
      ? undefined
      : `${verbPhrase(auxiliary, said, '')} ${inline(rest)}${counted}`
  }
  const own = POSSESSION.exec(question)?.[1]
  if (own !== undefined)
    return `my ${fromSecondToFirst(own)} ${/[^s]s$/.test(own) ? 'are' : 'is'} ${inline(rest)}`
  const [first = '', second = ''] = wordsOf(question)
  if (first === 'who' && (isFiniteVerb(second) || isBaseVerb(second)))
    return `${inline(rest)} ${fromSecondToFirst(question.slice(4))}`
  return undefined
}

/** "Do you get nervous on stage?" with "No", "Never" or "Yes, always". */
function decided(question: string, word: string, rest: string): string | undefined {
  const any = ANY.exec(question)?.[1]
  const more = rest === '' ? '' : `, ${inline(rest)}`
  if (any !== undefined)
    return word === 'yes' || word === 'yeah'
      ? `I have ${any}${more}`
      : `I have no ${any}${/^no$/.test(word) ? more : ''}`
  const declared = DECLARED.exec(question)?.[1]
  if (declared !== undefined && (word === 'yes' || word === 'yeah'))
    return `${fromSecondToFirst(`You ${declared}`)}${more}`
  const match = WITH_AUXILIARY.exec(question)
  if (match === null || match[1] !== undefined) return undefined
  const predicate = fromSecondToFirst((match[3] ?? '').replace(/\b(?:ever|still|any) ?/gi, ''))
  if (predicate === '') return undefined
  const adverb =
    { yes: '', yeah: '', no: 'not', not: 'not', never: 'never', always: 'always', sometimes: 'sometimes' }[
      word
    ] ?? ''
  // "Never on stage" says again where.
  const again = more !== '' && predicate.toLowerCase().endsWith(inline(rest).toLowerCase()) ? '' : more
  return `${verbPhrase(match[2] ?? '', predicate, adverb)}${again}`
}

/** "did learn to bake" is "I learned to bake", "are afraid" with "not" is "I am not afraid". */
function verbPhrase(auxiliary: string, predicate: string, adverb: string): string {
  const said = adverb === '' ? '' : `${adverb} `
  const [verb = '', ...others] = predicate.split(' ')
  switch (auxiliary.toLowerCase()) {
    case 'did':
      return adverb === 'not' ? `I did not ${predicate}` : `I ${said}${[pastOf(verb), ...others].join(' ')}`
    case 'do':
      return adverb === 'not' ? `I do not ${predicate}` : `I ${said}${predicate}`
    case 'are':
      return `I am ${said}${predicate}`.trimEnd()
    case 'were':
      return `I was ${said}${predicate}`.trimEnd()
    default:
      return isAuxiliary(auxiliary.toLowerCase())
        ? `I ${auxiliary.toLowerCase()} ${said}${predicate}`
        : `I ${said}${predicate}`
  }
}

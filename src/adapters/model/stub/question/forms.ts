import { baseOfPast, firstPersonOf, isBaseVerb } from '../language/verbs.js'

const BE_OR_MODAL =
  /^(?:am|is|are|was|were|can|could|will|would|must|should|may|might|has|have|had|do|does|did|cannot|can't|won't|isn't|aren't|wasn't|weren't|don't|doesn't|didn't)$/i
const TAG =
  /^(.{4,160}?),? (?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|am|ai)(?:n't| not)? (?:i|you|he|she|it|we|they|there)(?: not)?|right|correct|no|yes|eh|huh|innit|true|am i right|is that right|is that so|isn't that so|or not)\s*\?+$/i
const SUBJECT_WORDS = 5

/**
 * A statement that asks by what stands behind it, as the question that it is: "You were born here, weren't you?" is "Were
 * you born here?", "Ann is your wife, right?" is "Is Ann your wife?". Other sentences are as they are.
 */
export function untagged(sentence: string): string {
  const stated = TAG.exec(sentence)?.[1]
  if (stated === undefined || ASKS.test(stated)) return sentence
  const words = stated.replace(/^(?:so|and|but|well),? /i, '').split(' ')
  const at = words.slice(0, SUBJECT_WORDS).findIndex((word, index) => index > 0 && BE_OR_MODAL.test(word))
  const verb = words[at] ?? ''
  if (
    at > 0 &&
    !(/^(?:have|has|had|do|does|did)$/i.test(verb) && baseOfPast(words[at + 1] ?? '') === undefined)
  )
    return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${inner(words.slice(0, at))} ${words.slice(at + 1).join(' ')}?`
  const [subject = '', one = ''] = words
  if (!/^(?:you|they|we|i|he|she|it)$/i.test(subject)) return sentence
  const done = baseOfPast(one)
  if (done !== undefined && !isBaseVerb(one))
    return `Did ${inner([subject])} ${done} ${words.slice(2).join(' ')}?`
  if (isBaseVerb(one)) return `Do ${inner([subject])} ${words.slice(1).join(' ')}?`
  const base = firstPersonOf(one)
  return base === undefined ? sentence : `Does ${inner([subject])} ${base} ${words.slice(2).join(' ')}?`
}

const ASKS =
  /^(?:and |so |but )?(?:who|what|where|when|why|how|which|whose|is|are|was|were|do|does|did|can|could|will|would|should|may|have|has|tell)\b/i

const inner = (words: readonly string[]): string =>
  words
    .map((word, at) =>
      at === 0 && /^(?:The|Your|My|You|They|He|She|It|This|That|There|We)$/.test(word)
        ? word.toLowerCase()
        : word,
    )
    .join(' ')

const DISLOCATED =
  /^([^,?]{3,80} )(he|she|it|they)( [^,?]{2,80}), ((?:your|the|that|this) [\p{L}' -]{2,30})\?+$/iu

/** "When did he last write, your father?" asks when the father wrote. */
export const withSubjectInPlace = (sentence: string): string => sentence.replace(DISLOCATED, '$1$4$3?')

const TWO =
  /^((?:and |so |but )?(?:who|what|where|when|why|how|which|whose|is|are|do|does|did|can|have|was|were)(?:'s)? [^?]{3,120}?),? and ((?:who|what|where|when|why|how|which|whose)(?:'s| (?:is|are|was|were|do|does|did|can|could|will|would|have|has|had|old|many|much|long|often|far)\b) [^?]{2,120}\?*)$/i

/** "What is the pony called, and what are you afraid of?" are two questions. */
export function questionsApart(sentence: string): readonly string[] {
  const [, one, other = ''] = TWO.exec(sentence.replaceAll('’', "'")) ?? []
  return one === undefined ? [sentence] : [`${one}?`, other]
}

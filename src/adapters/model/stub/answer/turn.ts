import type { ReplyRequest } from '../../../../domain/turns/ports.js'
import type { Question } from '../question/read-question.js'
import type { PlayerStatement } from '../statements/player.js'
import type { Speaker } from '../talk/speaker.js'
import type { Manner } from '../talk/tone.js'
import type { Answers, Sources } from './find-answer.js'
import type { Found } from './rate.js'

/** What the character does with its face while it answers; shown when the character is `verbose`. */
export type Gesture = 'smiles' | 'nods' | 'thinks for a moment' | 'shrugs' | 'frowns'

/** A part of a reply: what it says, most to the point first. */
export type Response = {
  readonly gesture: Gesture
  readonly sentences: readonly string[]
  /** All of it is said, whatever the length of replies. */
  readonly isWhole?: boolean
}

/** Which of what was found is told; undefined: nothing is, as nothing is sure. */
export type Choose = (question: Question, answers: Answers, sources: Sources) => Found | undefined

/** Everything that one turn can draw on. */
export type Turn = {
  readonly request: ReplyRequest
  readonly sources: Sources
  readonly choose: Choose
  readonly speaker: Speaker
  readonly manner: Manner
  /** What is known of the player, oldest first. */
  readonly known: readonly PlayerStatement[]
  /** Of these, what memories hold, so that it was not said just now. */
  readonly remembered: readonly PlayerStatement[]
  readonly playerName: string | undefined
  /** What the player said before, oldest first. */
  readonly playerMessages: readonly string[]
  /** What the character said before, oldest first. */
  readonly characterMessages: readonly string[]
  /** How many sentences the reply may have. */
  readonly length: number
}

/** In the middle of a sentence: "my dog", but "Brisa" and "I". */
export function inner(sentence: string): string {
  const first = /^[\p{L}'’]+/u.exec(sentence)?.[0] ?? ''
  // Several things are no name: "Lockers are free".
  const isPlural = /^\p{L}+s (?:are|were) /u.test(sentence)
  return (isPlural || STARTS.has(first.toLowerCase())) && !/^I(?:['’]|$)/.test(first)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence
}

const STARTS = new Set(
  `the a an my your his her its our their you he she it we they this that these those there in on at from for with when while
yesterday today tomorrow last next tonight since once before after during every each all most some many no nobody none one two three four five six seven eight nine ten as
if only both dogs cats visitors guests people bags smoking admission`.split(/\s+/),
)

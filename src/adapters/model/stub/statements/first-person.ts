import { fromSecondToFirst, fromThirdPerson, type Subject } from '../language/person.js'
import { capitalise, closed, markedSentencesOf, stemsOf } from '../language/text.js'
import { withAntecedents } from './antecedent.js'
import { completeFragment, fieldsIn } from './fields.js'
import { notesApart } from './notes.js'
import { agesIn } from './people-lists.js'
import { pronounsOf } from './pronouns.js'
import { appositionsOf, bornIn, introducedBy, namesOf, selfIntroductionOf, taleOf } from './tagline.js'
import type { Stretch } from './written-form.js'

/** Sentences of a persona that are read at most. */
export const SENTENCES_MAX = 600

/** A sentence in the first person, and what it answers in an interview. */
export type Told = Pick<Stretch, 'text' | 'asked'>

/** The sentences of what is told in the first person. Who tells decides how: "I", "you", or somebody else about them. */
export function toldOf(
  name: string,
  stretches: readonly Stretch[],
  { called = [], isThing = false }: { readonly called?: readonly string[]; readonly isThing?: boolean } = {},
): Told[] {
  const sentences = stretches
    .flatMap((stretch) =>
      stretch.kind === 'manner' ? [] : markedSentencesOf(stretch.text).map((text) => ({ ...stretch, text })),
    )
    .slice(0, SENTENCES_MAX)
    .flatMap((stretch) => taleOf(stretch.text).map((text) => ({ ...stretch, text })))
    .flatMap((stretch) => bornIn(stretch.text, name).map((text) => ({ ...stretch, text })))
    .map((stretch) => ({ ...stretch, text: introducedBy(stretch.text, name) }))
    .flatMap((stretch) => appositionsOf(stretch.text).map((text) => ({ ...stretch, text })))
    .flatMap((stretch) => selfIntroductionOf(stretch.text).map((text) => ({ ...stretch, text })))
    .flatMap((stretch) => notesApart(stretch.text).map((text) => ({ ...stretch, text })))
  const others = sentences.filter(({ kind }) => kind === 'told').map(({ text }) => text)
  const tell = tellerOf([...namesOf(name), ...called], others, isThing)
  const texts = sentences.flatMap(({ kind, text, asked }, at) => {
    const told = (kind === 'spoken' ? [text] : tell(text, sentences[at - 1]?.text))
      .map(withoutLead)
      .map(toPlayer)
    // Notes of one sentence belong together: "Saving for a boat, has 340 pounds".
    const together =
      told.length > 1 && told.every((each) => /^I\b/.test(each)) ? [...asked, ...stemsOf(text)] : asked
    return [...told, ...told.flatMap(agesIn)].map((each) => ({
      text: closed(capitalise(each)),
      asked: together,
    }))
  })
  // Said alone, a sentence has nothing to go back to.
  const resolved = withAntecedents(texts.map(({ text }) => text))
  return texts.map((one, at) => ({ ...one, text: resolved[at] ?? one.text }))
}

/** "My wife Ann, she's a nurse" */
const DOUBLE_SUBJECT =
  /^((?:My|Our) [\p{L}-]+(?: \p{Lu}[\p{L}'-]+)?), (?:he|she|it)('s| is| was| has| works| lives| does)(?= (?:an?|the|in|on|at|with|from|for|as|never|always|very)\b)/u

/** A sentence that is said alone continues nothing. */
const withoutLead = (sentence: string): string =>
  sentence
    .replace(
      DOUBLE_SUBJECT,
      (_, subject: string, verb: string) => `${subject} ${verb === "'s" ? 'is' : verb.trim()}`,
    )
    .replace(
      /^(?:And|But|So|Also|Well|Oh|Then),? (?=(?:I|I'm|I've|my|we|our|in|on|at|the|he|she|it|they|there)\b)/,
      '',
    )

const PLAYER: Subject = { names: ['the player', 'the user'], pronouns: undefined }

/** What a persona tells of the player it tells them: "I met the player" is "I met you". */
export const toPlayer = (sentence: string): string =>
  /\bthe (?:player|user)\b/i.test(sentence) ? fromThirdPerson(sentence, PLAYER, { to: 'second' }) : sentence

type Teller = (sentence: string, before: string | undefined) => readonly string[]

function tellerOf(names: readonly string[], sentences: readonly string[], isThing: boolean): Teller {
  const firstPerson = sentences.filter((sentence) => /\b(?:I|I'm|I've|[Mm]y|[Mm]e)\b/.test(sentence)).length
  const secondPerson = sentences.filter((sentence) => /\byour?\b/i.test(sentence)).length
  const subject: Subject = { names, pronouns: pronounsOf(sentences, isThing) }
  // Who says I is nobody that the text calls he or she.
  if (firstPerson > 0 && firstPerson >= secondPerson)
    return (sentence) => fieldsIn(sentence, { names, pronouns: undefined })
  if (
    secondPerson * 3 > sentences.length &&
    /\byou(?:'re)? (?:\p{L}+)|\byour \p{L}+/iu.test(sentences.join(' '))
  )
    return (sentence) => fieldsIn(sentence, subject).map(fromSecondToFirst)
  return (sentence, before) => {
    if (/^you(?:'re| are)\b/i.test(sentence)) return [fromSecondToFirst(sentence)]
    const isBoth = isCouple(sentence, before, subject)
    return completeFragment(sentence, subject)
      .map((told) => (isBoth ? asCouple(told) : told))
      .map((told) => (subject.pronouns === 'they' ? told : asCoupleWithin(told)))
  }
}

const PARTNER =
  /^(?:his|her|their) (?:wife|husband|partner|brother|sister|twin|friend|best friend|fiancée?|lover)\b/i

/** "They" behind a sentence about somebody's wife are both of them. */
const isCouple = (sentence: string, before: string | undefined, { pronouns }: Subject): boolean =>
  pronouns !== 'they' &&
  /^(?:they|their)\b/i.test(sentence) &&
  before !== undefined &&
  (PARTNER.test(before) || /\b(?:married|marriage|wife|husband)\b/i.test(before))

/** "I met Jaan, and they were married": the character is one of both. */
const asCoupleWithin = (told: string): string =>
  /\bI (?:\p{L}+ )?(?:met|married|love|live with|lived with|fell in love|divorced|left)\b/u.test(told)
    ? told.replace(
        /\bthey (?=(?:are|were|have|had|never|still|later|got|split|parted|divorced|married|separated)\b)/g,
        'we ',
      )
    : told

const asCouple = (sentence: string): string =>
  sentence
    .replace(/^they\b/i, 'We')
    .replace(/^Their\b/, 'Our')
    .replace(/\btheir\b/g, 'our')

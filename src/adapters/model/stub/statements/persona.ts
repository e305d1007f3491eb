import type { CharacterRecord } from '../../../../domain/characters/record.js'
import { isKin } from '../language/kin.js'
import { markedSentencesOf, stemsOf, wordsOf } from '../language/text.js'
import { isBaseVerb, isFiniteVerb } from '../language/verbs.js'
import { isToneWord } from '../talk/tone.js'
import { clausesOf } from './clauses.js'
import { SENTENCES_MAX, type Told, toldOf, toPlayer } from './first-person.js'
import { introducedIn } from './introduced.js'
import { type NamedRole, namedRolesIn } from './named-roles.js'
import { rolesInText } from './roles-in-text.js'
import { contextOf, type Statement, withParts } from './statement.js'
import { bornIn, introductionOf, namesOf, notesOf, roleOf, titleIn } from './tagline.js'
import { whoIsWho } from './who-is-who.js'
import { type Stretch, stretchesOf } from './written-form.js'

/** What a persona gives to talk with. */
export type Persona = {
  readonly name: string
  /** How it may be called, in lower case. */
  readonly names: readonly string[]
  /** Who the character is, in one sentence. */
  readonly introduction: string
  /** What it does, from its tagline or its prompt; undefined when neither says it. */
  readonly role: string | undefined
  readonly statements: readonly Statement[]
  /** Who and what the statements give a name. */
  readonly namedRoles: readonly NamedRole[]
  /** What it must not talk about: the lemmas of each subject. */
  readonly forbidden: readonly (readonly string[])[]
  /** Texts that say how it talks; never spoken. */
  readonly manner: string
}

/**
 * Reads a persona as its prompt gives it: a system prompt replaces everything but the name. Facts come in the first person;
 * `personality` and instructions only decide how the character talks.
 */
export function readPersona(character: CharacterRecord): Persona {
  const prompt = character.system_prompt?.trim() ?? ''
  return prompt === '' ? fromBackground(character) : fromPrompt(character, prompt)
}

function fromBackground({ name, tagline, personality, background }: CharacterRecord): Persona {
  const stated = roleOf(tagline ?? '')
  const role = stated === undefined ? undefined : toPlayer(stated)
  const stretches = stretchesOf(background ?? '', namesOf(name))
  const called = titleIn(tagline ?? '', background ?? '')
  const statements = statementsOf(
    [
      ...(role === undefined ? [] : [{ text: role, asked: [] }]),
      ...notesOf(tagline ?? '')
        .filter((text) => text !== role)
        .map((text) => ({ text, asked: [] })),
      ...bornIn(tagline ?? '', 'I')
        .slice(1)
        .map((text) => ({ text, asked: [] })),
      ...toldOf(name, stretches, { called, isThing: IS_THING.test(tagline ?? '') }),
    ],
    namesOf(name),
  )
  return {
    name,
    names: namesOf(name),
    introduction: toPlayer(introductionOf(name, tagline ?? '')),
    role,
    statements,
    namedRoles: namedRolesIn(statements),
    forbidden: [],
    manner: [personality ?? '', ...mannersIn(stretches)].join(' '),
  }
}

const mannersIn = (stretches: readonly Stretch[]): readonly string[] =>
  stretches.flatMap(({ kind, text }) => (kind === 'manner' ? [text] : []))

function fromPrompt({ name }: CharacterRecord, prompt: string): Persona {
  const stretches = stretchesOf(asTold(prompt), namesOf(name))
  const parts = stretches
    .flatMap(({ kind, text, asked }) =>
      kind === 'manner' ? [] : markedSentencesOf(text).map((sentence) => ({ kind, text: sentence, asked })),
    )
    .slice(0, SENTENCES_MAX)
    .flatMap((part) => {
      const clauses = clausesOf(part.text)
      return clauses.some(isManner) ? clauses.map((text) => ({ ...part, text })) : [part]
    })
  const facts = parts.filter(({ text }) => !isInstruction(text) && !isManner(text))
  const forbidden = stretches.flatMap(({ text }) => markedSentencesOf(text)).flatMap(forbiddenIn)
  const open = toldOf(name, facts).filter(({ text }) => !forbidden.some((topic) => isAbout(text, topic)))
  const statements = statementsOf(open, namesOf(name))
  const isIdentity = (text: string) => /^I am (?:an?|the|\p{Lu})/u.test(text)
  const identity = (
    open.find(({ text }) => isIdentity(text)) ?? open.find(({ text }) => /^I am (?!not\b)/.test(text))
  )?.text
  const introduction =
    identity !== undefined && namesOf(name).some((each) => identity.toLowerCase().includes(each))
      ? identity
      : `I am ${name}.`
  return {
    name,
    names: namesOf(name),
    introduction,
    role: identity,
    statements,
    namedRoles: namedRolesIn(statements),
    forbidden,
    manner: [
      ...parts.map(({ text }) => text).filter((text) => isInstruction(text) || isManner(text)),
      ...mannersIn(stretches),
    ].join(' '),
  }
}

/** "Act as Ann Lee, a baker" tells who the character is. */
const asTold = (prompt: string): string =>
  prompt.replace(
    /^((?:role|character|persona|identity): )?(?:please )?(?:act as|act like|play(?: the (?:part|role) of)?|role-?play as|pretend to be|you(?:'re| are) playing|you play(?: the (?:part|role) of)?|assume the role of|take on the role of) (?=\p{L})/imu,
    'You are ',
  )

const DISCUSS =
  /\b(?:never|not|n't|avoid|refuse to|refuses to) (?:ever )?(?:discuss|discussing|mention|mentioning|reveal|revealing|talk about|talking about|speak of|speak about|tell anyone|tell anybody|say anything) (?:about )?([^.;!]+)/i

function forbiddenIn(part: string): readonly (readonly string[])[] {
  const topic = stemsOf(DISCUSS.exec(part)?.[1] ?? '')
  return topic.length === 0 ? [] : [topic]
}

function isAbout(sentence: string, topic: readonly string[]): boolean {
  const lemmas = new Set(stemsOf(sentence))
  return topic.filter((lemma) => lemmas.has(lemma)).length * 2 > topic.length
}

const ADDRESSES =
  /^(?:please|always|never|do not|don't|only|if|when the (?:player|user)|under no|make sure|stay|ensure)\b/i
const META =
  /\b(?:the (?:player|user)s?|role-?play(?:ing)?|as an ai|language model|assistant|in character|stage directions?|(?:your|the) (?:answers?|repl(?:y|ies)|responses?|sentences)|system prompt|these instructions)\b/i

function isInstruction(part: string): boolean {
  const words = wordsOf(part)
  const [first = ''] = words
  const end = words.findIndex((word) =>
    /^(?:if|when|that|as|who|because|unless|what|how|where|until)$/.test(word),
  )
  const isImperative =
    // "Last year your team lost" has a verb of its own.
    (isBaseVerb(first) && !words.slice(1, end < 0 ? undefined : end).some(isFiniteVerb)) ||
    ['be', 'act', 'respond', 'reply', 'behave', 'address'].includes(first)
  return isImperative || ADDRESSES.test(part) || META.test(part) || DISCUSS.test(part)
}

const MANNER =
  /^you (?:always |often |usually |never )?(?:speak|talk|sound|answer|reply|respond|act|behave|crack|joke|use|stay|swear|sigh|laugh|giggle|stutter|mumble|whisper)\b/i
const ADJECTIVES_ONLY =
  /^you are (?:very |a little |always |quite |rather |slightly )?\p{L}+(?:(?:,| and|, and|,? but) (?:very |a little |quite )?\p{L}+){0,4}[.!]?$/iu

/** How the character talks and is, rather than a fact about it such as "You are vegetarian". */
const isManner = (part: string): boolean =>
  MANNER.test(part) ||
  (ADJECTIVES_ONLY.test(part) && wordsOf(part).length <= 9 && wordsOf(part).some(isToneWord))

/** What goes by "it". */
const IS_THING =
  /\b(?:drone|robot|android|automaton|machine|computer|ai|bot|chatbot|assistant|probe|rover|golem|ship|unit|satellite|lift|elevator|clock|jukebox|mirror|sword|statue|scarecrow|lighthouse|house|tree|terminal|system|program|autopilot)\b/i

function statementsOf(sentences: readonly Told[], ownNames: readonly string[]): readonly Statement[] {
  const known = whoIsWho(
    sentences.map(({ text }) => text),
    ownNames,
  )
  let before: readonly string[] = []
  const introduced = introducedIn(sentences.flatMap(({ text }) => clausesOrWhole(text)))
  let clause = 0
  return sentences.flatMap(({ text, asked: given }, at) => {
    const size = clausesOrWhole(text).length
    const kinds = introduced.slice(clause, clause + size).flatMap((kind) => kind ?? [])
    clause += size
    const asked = kinds.length === 0 ? given : [...new Set([...given, ...kinds])]
    // What a pronoun goes back to may itself begin with one.
    const previous = sentences[at - 1]
    // The answer to a new question goes back to that, not to the answer before it.
    const isNewAnswer = given.length > 0 && previous?.asked !== given
    const near = isNewAnswer ? [] : [...contextOf(text, previous?.text), ...personBefore(sentences, at)]
    const context = [...new Set([...near, ...(near.length > 0 ? before : []), ...asked])]
    before = near.length > 0 ? context : []
    return withParts(text, 'persona', { context, asked, known })
  })
}

function clausesOrWhole(text: string): readonly string[] {
  const clauses = clausesOf(text)
  return clauses.length === 0 ? [text] : clauses
}

/** "She" goes back over a sentence about something else to the one that speaks of somebody. */
function personBefore(sentences: readonly Told[], at: number): readonly string[] {
  if (!/^(?:and |but |so )?(?:he|she|his|her)\b/i.test(sentences[at]?.text ?? '')) return []
  const before = sentences.slice(Math.max(0, at - 3), at).map(({ text }) => text)
  const person = before.findLast((text) => rolesInText(text).length > 0 || stemsOf(text).some(isKin))
  return person === undefined || person === before.at(-1) ? [] : stemsOf(person)
}

import { isKin, isKindOfKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { RELATED } from '../language/synonyms.js'
import type { Question } from '../question/read-question.js'
import { type NamedRole, namedRolesIn } from '../statements/named-roles.js'
import type { PlayerStatement } from '../statements/player.js'
import type { Statement } from '../statements/statement.js'
import { isOpposite } from './lack.js'
import { tellOf } from './recall.js'
import { inner, type Response, type Turn } from './turn.js'

const IS_IT =
  /^(?:and |so |but )?(?:is|was|isn't|wasn't) (\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*)?) (?:really |actually |also |still |then )?(your|my|an?|the) ((?:[\p{L}-]+ ){0,2}[\p{L}-]+)\s*\??$/iu
const HUMAN_OR_NOT =
  /^(?:is|was) (\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*)?) (?:a |an )?(human|person|human being|animal|man|woman)\b\s*\??$/iu
const WHO_OR_NAME =
  /^(?:(?:and|so) )?(?:(?:what|who)(?:'s| is| was| are| were) (?:the (?:first |last )?names? of )?|what (?:do|did) you call |do you know the names? of |name )(your|my|the|this) ((?:[\p{L}'-]+ ){0,3}?[\p{L}-]+)(?:'s?)?(?: (?:first |last )?(?:names?|called|named))*\s*\??$/iu
const NAME_ALONE = /\b(?:names?|called|named|call)\b/i
const PLACE = lemmaOf('place')
const ASKS_NAME = /\b(?:names?|called|named|call|who)\b/i

/** Answers "Is Ciro your brother?" and "What is your sister's name?" from who is called what; undefined for other questions. */
export function answerRelation(turn: Turn, question: Question): Response | undefined {
  return decideRole(turn, question) ?? tellNameOf(turn, question)
}

function decideRole(turn: Turn, { text }: Question): Response | undefined {
  const human = HUMAN_OR_NOT.exec(text)
  const match = IS_IT.exec(text)
  const name = (human?.[1] ?? match?.[1] ?? '').toLowerCase()
  const asked = lemmaOf((human?.[2] ?? match?.[3]?.split(' ').at(-1) ?? '').toLowerCase())
  if (name === '' || /^(?:he|she|it|that|this|there|your|my|the|our)\b/.test(name)) return undefined
  const someone = rolesFor(turn, match?.[2]).find(({ keys }) => keys.includes(name))
  if (someone === undefined) return undefined
  const fitting = someone.roles.findIndex((role) => isKindOfKin(role, asked) || isAlike(role, asked))
  const said = someone.statements[fitting]
  // "her daughter Juno"
  const ofOthers = someone.roles.findIndex(
    (role) => /^(?:his|her|their) /.test(role) && role.endsWith(` ${asked}`),
  )
  if (said === undefined && ofOthers >= 0 && /^your$/i.test(match?.[2] ?? ''))
    return verdict(turn, 'No', someone.statements[ofOthers])
  if (said !== undefined)
    return verdict(turn, match?.[2]?.toLowerCase() === 'your' && isOthers(said, asked) ? 'No' : 'Yes', said)
  if (isKin(asked)) {
    const other = someone.roles.findIndex((role) => isKin(role) || role.length > 2)
    return other < 0 ? undefined : verdict(turn, 'No', someone.statements[other])
  }
  if (human === null) return undefined
  const isPerson = someone.roles.some((role) => isKin(role))
  const at = someone.roles.findIndex((role) => NOT_HUMAN.has(role))
  if (at >= 0) return verdict(turn, asked === lemmaOf('animal') ? 'Yes' : 'No', someone.statements[at])
  return isPerson && /^(?:human|person)/.test(asked) ? verdict(turn, 'Yes', someone.statements[0]) : undefined
}

/** "My friend Dot has a terrier called Winston": the dog is hers. */
const isOthers = ({ text }: Statement, asked: string): boolean =>
  !isKin(asked) &&
  /^(?!My \p{L}+['’]?s? (?:is|are|was)\b)(?:My|Our|The|\p{Lu}[\p{Ll}'’]+)\b[^,;.]{0,40} (?:has|owns|keeps|had)\b/u.test(
    text,
  ) &&
  !/^I\b/.test(text)

const NOT_HUMAN: ReadonlySet<string> = new Set(
  'android robot raven dog cat horse parrot mule crow snake dragon ghost goat rabbit bird donkey owl fox wolf rat mouse ferret tortoise turtle sheepdog tomcat elephant tiger bear ship truck car pickup cactus boat ferry drone machine golem'
    .split(' ')
    .map(lemmaOf),
)

/** A wife is no husband, however alike both are. */
const isAlike = (role: string, asked: string): boolean =>
  role === asked ||
  ((RELATED.get(asked)?.get(role) ?? 0) >= 0.65 &&
    !(isKin(role) && isKin(asked) && !isKindOfKin(role, asked) && !isKindOfKin(asked, role)))

/** What of the character, or of the player, has a name. */
function rolesFor({ sources, known }: Turn, whose: string | undefined): readonly NamedRole[] {
  const ofPlayer = () => namedRolesIn(known)
  if (whose?.toLowerCase() === 'my') return ofPlayer()
  return [
    ...sources.persona.namedRoles,
    ...(whose?.toLowerCase() === 'your'
      ? []
      : [...namedRolesIn(sources.documents.statements), ...ofPlayer()]),
  ]
}

function verdict(
  { speaker }: Turn,
  word: 'Yes' | 'No',
  statement: Statement | undefined,
): Response | undefined {
  return statement === undefined
    ? undefined
    : { gesture: 'nods', sentences: [speaker.fresh(`${word}, ${inner(statement.text)}`)] }
}

/** "Your dog is called Rex", "My dogs are called Max and Moritz": of a sentence that tells more, the names alone. */
function nameAlone(whose: string, words: readonly string[], names: readonly string[]): string {
  const owner = /^(?:the|this)$/i.test(whose) ? 'The' : ownerOf(whose)
  const noun = words.join(' ')
  if (names.length > 1)
    return `${owner} ${noun} are called ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`
  return `${owner} ${noun.replace(/([^s])s$/, '$1').replace(/^children$/, 'child')} is called ${names[0]}.`
}

/** "What is your sister's name?" "Who is your husband?" */
function tellNameOf(turn: Turn, { text }: Question): Response | undefined {
  const match = WHO_OR_NAME.exec(text)
  if (match === null || !ASKS_NAME.test(text)) return undefined
  const [, whose = '', what = ''] = match
  const words = what
    .toLowerCase()
    .replace(/'s\b/g, '')
    .split(' ')
    .filter((word) => !/^(?:names?|called|named)$/.test(word))
  const head = words.at(-1)
  if (head === undefined) return undefined
  const asked = lemmaOf(head)
  // "the vicar's wife" is nobody's wife but his.
  const owner = OWNED_BY.exec(what.toLowerCase())?.[1]
  const isOther = words.some((word) => /^(?:other|second|third)$/.test(word))
  const isAsked = (role: string) =>
    owner === undefined ? fits(role, asked) : isOwnedRole(role, owner, asked)
  const all = rolesFor(turn, whose).filter(({ roles }) => roles.some(isAsked))
  const exact = all.filter(({ roles }) => roles.includes(asked))
  const fitting = exact.length > 0 && !isKin(asked) ? exact : all
  const best = fitting.filter((each) => !each.statements.some((said) => isOpposite(words, said)))
  if (best.length < fitting.length && best.length === 0) return unknown(turn, whose, asked)
  const bearers = isOther ? all.filter(({ name }) => !turn.sources.lastReply.includes(name)) : best
  if (isOther && all.length < 2)
    return bearers.length === 0 || all.length === 1 ? unknown(turn, whose, asked) : undefined
  if (bearers.length === 0)
    return isKin(asked) && NAME_ALONE.test(text) ? unknown(turn, whose, asked) : undefined
  const statements = bearers.flatMap(({ roles, statements: said }) => said[roles.findIndex(isAsked)] ?? [])
  const isMany = /[^s]s$/.test(head) || /^(?:children|people)$/.test(head)
  const [statement] = statements
  const names = bearers.map(({ name }) => name)
  const isAlone = new Set(statements).size === 1 && isLong(statement, names.at(-1) ?? '')
  if (isAlone && !isOther && (names.length === 1 || isMany))
    return { gesture: 'nods', sentences: [turn.speaker.fresh(nameAlone(whose, words, names))] }
  const different = [...new Set(statements)].slice(0, isMany || isOther ? turn.length : 1)
  return { gesture: 'nods', sentences: different.map((each) => say(turn, each)) }
}

const OWNED_BY = /^(?:[\p{L}'-]+ ){0,2}?([\p{L}-]+)'s /u

/** "gardener's daughter" and "her daughter" are roles of their own. */
const isOwnedRole = (role: string, owner: string, asked: string): boolean => {
  const [whose = '', what = ''] = role.split(' ')
  return lemmaOf(whose.replace(/'s$/, '')) === lemmaOf(owner) && fits(lemmaOf(what), asked)
}

const PLACES: ReadonlySet<string> = new Set(
  'place inn shop pub tavern restaurant cafe bar hotel garage house business pizzeria bakery store farm'
    .split(' ')
    .map(lemmaOf),
)

/** A sentence that tells much beside a name, or names somebody else. */
function isLong(statement: Statement | undefined, name: string): boolean {
  if (statement === undefined) return false
  const others = statement.roles.filter((role) => role.name !== name)
  return others.length > 0 || statement.words.length > LONG_WORDS
}

const LONG_WORDS = 14

const ownerOf = (whose: string): string => (whose.toLowerCase() === 'my' ? 'Your' : 'My')

const fits = (role: string, asked: string): boolean =>
  isKindOfKin(role, asked) || isAlike(role, asked) || (role === PLACE && PLACES.has(asked))

/** Somebody is there, but nothing says what they are called. */
function unknown({ speaker }: Turn, whose: string, asked: string): Response | undefined {
  return isKin(asked)
    ? { gesture: 'shrugs', sentences: [speaker.say(whose.toLowerCase() === 'my' ? 'untold' : 'unknown')] }
    : undefined
}

const say = (turn: Turn, statement: Statement): string =>
  // Whatever is told or remembered is a statement about the player.
  statement.source === 'told' || statement.source === 'remembered'
    ? tellOf(statement as PlayerStatement, turn)
    : turn.speaker.fresh(statement.text)

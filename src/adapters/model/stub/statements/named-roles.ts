import { isKin } from '../language/kin.js'
import { lemmaOf } from '../language/lemma.js'
import { isFunctionWord } from '../language/text.js'
import { isFiniteVerb } from '../language/verbs.js'
import type { Statement } from './statement.js'

/** Somebody or something with a name, what it is said to be, and where: "my husband Ciro", "a raven called Quill". */
export type NamedRole = {
  readonly name: string
  /** In lower case, all of it and its parts. */
  readonly keys: readonly string[]
  /** Lemmas: "husband", "raven". */
  readonly roles: readonly string[]
  /** The statements that say so, one a role. */
  readonly statements: readonly Statement[]
}

/** "the eldest, Rick": of those that were named before. */
const ORDINALS: ReadonlySet<string> = new Set(
  'eldest oldest youngest other one first second third last'.split(' ').map(lemmaOf),
)

/** Who and what the statements give a name. */
export function namedRolesIn(statements: readonly Statement[]): readonly NamedRole[] {
  const found = new Map<string, { name: string; roles: string[]; statements: Statement[] }>()
  for (const statement of statements) {
    for (const { name, role: given } of rolesOf(statement)) {
      const role = ORDINALS.has(given) ? (relationIn(statement) ?? given) : given
      const key = name.toLowerCase()
      const known = found.get(key) ?? { name, roles: [], statements: [] }
      if (!known.roles.includes(role)) {
        known.roles.push(role)
        known.statements.push(statement)
      }
      found.set(key, known)
    }
  }
  return [...found.values()].map((each) => ({
    ...each,
    keys: [...new Set([each.name.toLowerCase(), ...each.name.toLowerCase().split(' ')])],
  }))
}

/** "She is called the Charlotte Hale", of a boat that was spoken of before. */
const CALLED =
  /^(?:She|He|It)(?: is| was|'s) (?:called|named|christened) (?:the )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})/u
const NAMED_THINGS: ReadonlySet<string> = new Set(
  'boat ship lifeboat ferry barge yacht trawler car van truck bus train dog cat horse pony donkey mule parrot goat cow pig rabbit owl raven fox robot drone shop inn pub cafe restaurant house mill farm band book novel horse'
    .split(' ')
    .map(lemmaOf),
)

const SUBJECT = /^(\p{Lu}[\p{L}'’-]+) (?!and\b|or\b)(?=\p{Ll})/u

/** "You have two brothers?" "Nico runs the shop": whoever the answer is about is one of those who were asked for. */
function rolesOf({ roles, text, words, context }: Statement): Statement['roles'] {
  const called = CALLED.exec(text)?.[1]
  const thing = called === undefined ? undefined : context.find((lemma) => NAMED_THINGS.has(lemma))
  if (called !== undefined && thing !== undefined) return [...roles, { name: called, role: thing }]
  const name = SUBJECT.exec(text)?.[1]
  const verb = words[1] ?? ''
  const kin = context.find(isKin)
  if (name === undefined || kin === undefined || isFunctionWord(name.toLowerCase()) || !isFiniteVerb(verb))
    return roles
  return roles.some((role) => role.name === name) ? roles : [...roles, { name, role: kin }]
}

/** "I have seven grandchildren, and the youngest, Chidi, helps me" */
const relationIn = ({ lemmas, context }: Statement): string | undefined =>
  lemmas.find(isKin) ?? context.find(isKin) ?? (context.includes('boy') ? 'son' : undefined)

import { lemmaOf } from '../language/lemma.js'
import { wordsOf } from '../language/text.js'
import { rolesInText } from './roles-in-text.js'

/** Roles that say nothing of who somebody is. */
const NO_ROLE: ReadonlySet<string> = new Set(
  'i saint place name old other one first second last'.split(' ').map(lemmaOf),
)
const OWNER = /^(?:my|our)$/
/** Words between an owner and what is owned: "my elder brother". */
const REACH = 3

/**
 * What else a sentence is about, by what the others of a text say of who is who: "Marc repairs organs" is about the
 * brother where another sentence names Marc as one, and "My brother repairs organs" is about Marc where he is the only one.
 */
export function whoIsWho(
  sentences: readonly string[],
  ownNames: readonly string[],
): (sentence: string) => readonly string[] {
  const rolesOf = new Map<string, Set<string>>()
  const namesOf = new Map<string, Set<string>>()
  for (const { name, role } of sentences.flatMap((text) => rolesInText(text))) {
    const key = name.toLowerCase()
    if (NO_ROLE.has(role) || ownNames.includes(key)) continue
    for (const part of key.split(' '))
      if (part.length > 2 && !ownNames.includes(part))
        rolesOf.set(part, (rolesOf.get(part) ?? new Set()).add(role))
    namesOf.set(role, (namesOf.get(role) ?? new Set()).add(key))
  }
  if (rolesOf.size === 0) return () => []
  return (sentence) => {
    const words = wordsOf(sentence).map((word) => word.replace(/'s$/, ''))
    return words.flatMap((word, at) => {
      const roles = rolesOf.get(word)
      if (roles !== undefined) return [...roles]
      const role = lemmaOf(word)
      const names = namesOf.get(role)
      if (names?.size !== 1 || !words.slice(Math.max(0, at - REACH), at).some((each) => OWNER.test(each)))
        return []
      return [...names].flatMap((name) => name.split(' ')).map(lemmaOf)
    })
  }
}

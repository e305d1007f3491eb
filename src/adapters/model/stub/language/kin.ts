import { lemmaOf } from './lemma.js'

/** Groups of relations; of one person only one of a row holds, and the general word of a row stands first. */
const ROWS = `parent mother father
sibling brother sister twin
child son daughter
spouse wife husband ex-wife ex-husband widow partner
grandparent grandmother grandfather
grandchild grandson granddaughter
relative uncle aunt cousin niece nephew`
  .split('\n')
  .map((row) => row.split(' ').map(lemmaOf))

const GENERAL: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(([general = '', ...others]) => [general, ...others].map((each) => [each, general] as const)),
)

/** Whether a lemma says how somebody is related to somebody. */
export const isKin = (lemma: string): boolean => GENERAL.has(lemma)

/** Whether somebody who is the one is the other as well: a daughter is a child, a twin may be a sister. */
export function isKindOfKin(role: string, asked: string): boolean {
  if (role === asked) return true
  if (GENERAL.get(role) === asked) return true
  return role === lemmaOf('twin') && GENERAL.get(asked) === lemmaOf('sibling')
}

import type { Finding } from './finding.js'

const CUT = /[,;:.!?▯]|\s(?:and (?:i|we|you)|but|because|so|if|when|though|although|you know|that)\b/i

const IS = /^(?:.{0,30}?\b)?you(?:'re| are) (?<what>(?:an?|the|my|too|so|very|such an?) .+)$/i
const LIKE = /^you(?:'re| are) like (?<what>(?:an?|the|my) .+?) to me\b/i
const BOND =
  /\b(?:i consider you|you(?:'re| are)(?: really| truly)?) (?<what>(?:my|an?) (?:\w+ )?(?:friend|family|brother|sister|mother|father|confidant|companion|ally|soulmate|mentor))\b/i
const TRUST =
  /^i (?:really |do |completely )?(?<what>trust|love|like|miss|need|hate|fear) you(?: a lot| so much| very much| too)?$/i
const JOKING = /\b(?:admit it|haha|hahaha|lol|lmao|just kidding|kidding|you know it|jk)\b/i
const NO_TRAIT =
  /^(?:the (?:one|guy|first|last|only)|so (?:right|welcome|funny|sure)|too (?:kind|late|much|funny)|a (?:lot|bit late)|my (?:guest|man|turn))\b/i

const AGREED = [
  /\b(?:we(?:'ve| have)? agreed|let's agree|let us agree|we(?:'ve| have)? (?:made a deal|settled))(?: on| to| that)?(?: one thing)?:?\s*(?:that )?(?<what>.+)$/is,
  /\byou(?:'ve| have)? promised (?:me )?(?:to |that you(?:'ll| will|'d| would) )?(?<what>.+)$/is,
  /\bwe said (?:that )?(?<what>you (?:would|'d|will|'ll) .+)$/is,
]

/** Statements to the character about the character, and agreements between the two. */
export function findCharacterStatements(statement: string, message: string): Finding[] {
  const plain = statement.replace(/(?<![.!?…\s])[.!?…\s]+$/, '')
  const agreed = agreementIn(plain)
  if (agreed !== undefined) return [agreed]
  if (JOKING.test(message)) return []
  const clauses = plain
    .split(/(?:, |;|\s[-–—]\s|\b(?:and|but|because) (?=you|i\b))/i)
    .map((each) => each.trim())
  return clauses.flatMap((clause) => bondIn(clause) ?? selfIn(clause) ?? [])
}

function agreementIn(plain: string): Finding | undefined {
  const what = AGREED.map((pattern) => pattern.exec(plain)?.groups?.['what']).find(
    (each) => each !== undefined,
  )
  const value = what?.replace(/,? (?:yes|right|remember|ok|okay)$/i, '').trim()
  if (value === undefined || value.length < 4) return undefined
  return finding({ type: 'character_self', attribute: 'agreement', value, content: `They agreed: ${value}` })
}

function bondIn(clause: string): Finding | undefined {
  const like = LIKE.exec(clause)?.groups?.['what']
  const bond = BOND.exec(clause)?.groups?.['what'] ?? like
  const trust = TRUST.exec(clause)?.groups?.['what']?.toLowerCase()
  if (trust !== undefined) {
    return finding({
      type: 'relationship',
      attribute: 'bond',
      value: trust,
      content: `The player says they ${trust} the character`,
    })
  }
  if (bond === undefined) return undefined
  const content = `To the player the character is ${like === undefined ? '' : 'like '}${bond}`
  return finding({ type: 'relationship', attribute: 'bond', value: bond, content })
}

function selfIn(clause: string): Finding | undefined {
  const what = (IS.exec(clause)?.groups?.['what'] ?? '').split(CUT)[0]?.trim() ?? ''
  if (what === '' || NO_TRAIT.test(what) || !/^(?:an?|the) /i.test(what)) return undefined
  return finding({
    type: 'character_self',
    attribute: 'self',
    value: what,
    content: `The player says the character is ${what}`,
  })
}

const finding = (fields: Pick<Finding, 'type' | 'attribute' | 'value' | 'content'>): Finding => ({
  ...fields,
  subject: 'character',
  cardinality: 'many',
  entities: [],
  relations: [],
})

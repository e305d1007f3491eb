import { type ExtractionRule, factFindings, nounPhraseOf, withoutArticle } from './clause.js'
import type { Finding } from './finding.js'

const OWNED =
  'car|bike|bicycle|motorbike|scooter|boat|house|flat|apartment|cottage|cabin|caravan|van|truck|guitar|piano|violin|cello|drum kit|telescope|camera|laptop|computer|console|garden|allotment|farm|shop|bakery|workshop|tarantula|collection|sword|watch|ring|greenhouse|tattoo|horse|record player|kayak|surfboard|sewing machine|drone|robot|motorcycle|balcony'
const HAVE = new RegExp(
  `^(?:have|has|have got|has got|got|own|owns|keep|keeps|drive|drives) (?<what>(?:an?|two|three|four|five) (?:[\\p{L}-]+ ){0,3}(?:${OWNED})s?)(?![\\p{L}'-])`,
  'iu',
)
const BOUGHT =
  /^(?:bought|have bought|has bought|was given|inherited|adopted) (?<what>(?:an?|the|my|some|two|three) [^,.;!?]+)$/i
const SOLD =
  /^(?:sold|have sold|has sold|got rid of|gave away|threw away) (?:the|my|our|his|her) (?<what>.+)$/i

const possession: ExtractionRule = (clause) => {
  if (clause.isNegated && !clause.isOver) return []
  const what = nounPhraseOf(
    HAVE.exec(clause.predicate)?.groups?.['what'] ?? BOUGHT.exec(clause.predicate)?.groups?.['what'] ?? '',
  )
  const value = withoutArticle(what)
  if (value === '' || /^(?:coffee|lunch|bread|ticket|present|gift|round)\b/i.test(value)) return []
  return factFindings(clause, { type: 'fact', attribute: 'has', value, phrase: `has ${what}` })
}

const sale: ExtractionRule = (clause) => {
  const value = nounPhraseOf(SOLD.exec(clause.predicate)?.groups?.['what'] ?? '')
  if (clause.isNegated) return []
  return factFindings(
    { ...clause, isOver: true },
    { type: 'correction', attribute: 'has', value, phrase: `has the ${value} (sold it)` },
  )
}

export const THING_RULES: readonly ExtractionRule[] = [possession, sale]

const MOVED =
  /^(?:have |has )?(?:put|moved|hung|left|placed|hid|stored|parked|set|stuck|dropped) (?:up )?(?<what>it|(?:the|my|our|your|his|her|a|an|that|this) [^,.;!?]+?) (?<where>(?:up |down |back |over )?(?:in|into|on|onto|to|above|under|underneath|behind|by|beside|next to|near|below|at|inside|against|between) (?:the|my|our|your|his|her|a|an) .+)$/is
const NO_PLACE =
  /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|year|tomorrow|today|evening|morning|hurry|end|beginning|past|charge|hands?|side|mind|list|test|market|back burner)\b/i

export type MovedThing = { readonly thing: string; readonly finding: Finding }

/** A thing moved to another place; `it` is the thing moved before. */
export function findMovedThing(
  { predicate, isNegated, isOwn }: { predicate: string; isNegated: boolean; isOwn: boolean },
  lastThing: string | undefined,
): MovedThing | undefined {
  const { what = '', where = '' } = MOVED.exec(predicate)?.groups ?? {}
  const thing = /^it$/i.test(what) ? lastThing : thingOf(what)
  const place =
    where.split(/[,.;!?▯]| (?:so|because|since|and|but|when|while|where|which)\b/i)[0]?.trim() ?? ''
  if (thing === undefined || thing === '' || place === '' || isNegated || !isOwn || NO_PLACE.test(place))
    return undefined
  return {
    thing,
    finding: {
      type: 'spatial_change',
      subject: thing,
      attribute: 'place',
      value: place,
      cardinality: 'one',
      content: `The player put the ${thing} ${place}`,
      entities: [{ name: thing, entityType: 'thing' }],
      relations: [],
    },
  }
}

/** `the lamp you gave me` becomes `lamp`. */
const thingOf = (what: string): string =>
  (
    what
      .replace(/^(?:the|my|our|your|his|her|an?|that|this) (?:old |new |little |big )?/i, '')
      .split(/ (?:you|i|we|that|which|from|of|with)\b/i)[0] ?? ''
  )
    .trim()
    .toLowerCase()

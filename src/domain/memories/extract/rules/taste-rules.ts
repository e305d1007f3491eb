import {
  type Clause,
  type ExtractionRule,
  factFindings,
  nounPhraseOf,
  splitList,
  withoutArticle,
} from './clause.js'
import type { Finding } from './finding.js'

const LIKE =
  /^(?:love|loves|like|likes|enjoy|enjoys|adore|adores|prefer|prefers|am fond of|is fond of|am into|is into|am (?:an? )?(?:big |huge )?fan of|is (?:an? )?(?:big |huge )?fan of|cannot get enough of|loved|liked) (?<what>.+)$/i
const DISLIKE =
  /^(?:hate|hates|dislike|dislikes|detest|detests|loathe|loathes|despise|despises|cannot stand|cannot bear|hated) (?<what>.+)$/i
const NO_TASTE = /^(?:to (?:be|think|know|see|hear|say|have|get|go|live)|mine|better|talking to)\b/i

const liking: ExtractionRule = (clause) => {
  const written = LIKE.exec(clause.predicate)?.groups?.['what'] ?? ''
  const what = thingLiked(written)
  if (what === '') return []
  if (clause.isNegated && !clause.isOver) return dislikes(clause, what)
  if (/^(?:loved|liked)/.test(clause.predicate)) return []
  return factFindings(clause, {
    type: 'preference',
    attribute: 'likes',
    value: withoutArticle(what),
    phrase: `likes ${what}`,
  })
}

const disliking: ExtractionRule = (clause) => {
  const what = thingLiked(DISLIKE.exec(clause.predicate)?.groups?.['what'] ?? '')
  if (what === '' || (clause.isNegated && !clause.isOver)) return []
  return dislikes(clause, what)
}

const thingLiked = (written: string): string =>
  NO_TASTE.test(written) ? '' : nounPhraseOf(written.replace(/^to /, ''))

const dislikes = (clause: Clause, what: string): Finding[] =>
  factFindings(clause, {
    type: 'preference',
    attribute: 'dislikes',
    value: withoutArticle(what),
    phrase: `dislikes ${what}`,
  })

/** `drink coffee`, `eat meat` count only when negated or given up; otherwise they describe the day. */
const abstaining: ExtractionRule = (clause) => {
  const { verb, what: written } =
    /^(?<verb>drink|drinks|eat|eats) (?<what>.+)$/i.exec(clause.predicate)?.groups ?? {}
  const what = nounPhraseOf(written ?? '')
  if (what === '' || /^(?:much|many|enough|well|here|out|breakfast|lunch|dinner)\b/i.test(what)) return []
  if (clause.isOver) {
    const isMeat = /^(?:meat|fish|dairy|pork|beef|gluten)/i.test(what)
    const attribute = isMeat ? 'diet' : 'likes'
    return factFindings(clause, {
      type: 'correction',
      attribute,
      value: what,
      phrase: `${third(verb)} ${what}`,
    })
  }
  if (!clause.isNegated) return []
  if (/^eat/i.test(verb ?? '')) {
    return factFindings(clause, {
      type: 'preference',
      attribute: 'diet',
      value: `no ${what}`,
      phrase: `eats no ${what}`,
    })
  }
  return factFindings(clause, {
    type: 'preference',
    attribute: 'dislikes',
    value: what,
    phrase: `does not drink ${what}`,
  })
}

const third = (verb = ''): string => (verb.endsWith('s') ? verb : `${verb}s`)

const DIET =
  /^(?:am|is|went|became|turned|have been|has been|have gone) (?:an? |a strict |now )?(?<diet>vegan|vegetarian|pescatarian|teetotal|gluten[- ]free|keto|halal|kosher)\b/i

const diet: ExtractionRule = (clause) => {
  const value = DIET.exec(clause.predicate)?.groups?.['diet']?.toLowerCase()
  if (value === undefined || (clause.isNegated && !clause.isOver)) return []
  return factFindings(clause, {
    type: 'preference',
    attribute: 'diet',
    value,
    cardinality: 'one',
    phrase: `is ${value}`,
  })
}

const allergy: ExtractionRule = (clause) => {
  if (clause.isNegated && !clause.isOver) return []
  const listed = /^(?:am|is) (?:\w+ly )?allergic to (?<what>.+)$/i.exec(clause.predicate)?.groups?.['what']
  const intolerant = /^(?:am|is) (?<what>\w+)[- ]intolerant\b/i.exec(clause.predicate)?.groups?.['what']
  const had = /^(?:have|has|got) an? (?<what>\w+) allergy\b/i.exec(clause.predicate)?.groups?.['what']
  const things = [...(listed === undefined ? [] : splitList(listed)), intolerant, had]
  return things
    .flatMap((thing) => nounPhraseOf(thing ?? '').replace(/^(?:nearly|almost) /, ''))
    .filter((thing) => thing !== '' && !/\b(?:anything|everything|make|think|also|too|real)\b/i.test(thing))
    .flatMap((value) => {
      const phrase = intolerant === undefined ? `is allergic to ${value}` : `is ${value} intolerant`
      return factFindings(clause, { type: 'fact', attribute: 'allergy', value, phrase })
    })
}

const CONDITION =
  /^(?:am|is) (?<what>diabetic|asthmatic|colou?r[- ]blind|dyslexic|epileptic|deaf|pregnant|left-handed|insomniac|anaemic)\b/i

const health: ExtractionRule = (clause) => {
  const value = CONDITION.exec(clause.predicate)?.groups?.['what']?.toLowerCase()
  if (value === undefined || (clause.isNegated && !clause.isOver)) return []
  return factFindings(clause, { type: 'fact', attribute: 'health', value, phrase: `is ${value}` })
}

const PLAYED =
  'piano|guitar|violin|viola|cello|fiddle|flute|drums?|trumpet|trombone|saxophone|clarinet|harp|organ|accordion|ukulele|banjo|bass|oboe|chess|checkers|go|poker|bridge|football|soccer|tennis|basketball|volleyball|handball|hockey|rugby|cricket|golf|badminton|squash|baseball|darts|table tennis|ping[- ]pong|video games|board games|minecraft|rounders|bowls'
const PLAY = new RegExp(
  `^(?:play|plays|am playing|is playing) (?:the |a little |some )?(?<what>${PLAYED})\\b`,
  'i',
)
const NO_SPORT = /^(?:shopping|going|nothing|something|anything|missing|looking|working|sleeping|wrong)/i

const hobby: ExtractionRule = (clause) => {
  const played = PLAY.exec(clause.predicate)?.groups?.['what']
  const done =
    /^(?:go|goes) (?<what>\w{3,}ing)\b/i.exec(clause.predicate)?.groups?.['what'] ??
    /^(?<what>knit|paint|crochet|sing|garden|sew|knits|paints|sings|dances|sews|bakes|draws)(?:$| (?:a bit|a little|badly|portraits|landscapes|in (?:a|the) ))/i.exec(
      clause.predicate,
    )?.groups?.['what']
  const taken =
    /^(?:(?:have |has )?(?:taken|took) up|(?:am|is) learning(?: how)?(?: to)?|am teaching myself(?: to)?|collect|collects) (?<what>.+)$/i.exec(
      clause.predicate,
    )?.groups?.['what']
  const value = played ?? done ?? withoutArticle(nounPhraseOf(taken ?? ''))
  if (value === '' || NO_SPORT.test(value) || (clause.isNegated && !clause.isOver)) return []
  const activity = nounPhraseOf(clause.predicate)
  return factFindings(clause, {
    type: 'preference',
    attribute: 'hobby',
    value: value.toLowerCase(),
    phrase:
      played === undefined
        ? `does this as a hobby: ${activity === '' ? value : activity}`
        : `plays the ${value}`.replace(/the (?=chess|football|tennis|poker|golf|rugby)/, ''),
  })
}

export const TASTE_RULES: readonly ExtractionRule[] = [
  liking,
  disliking,
  abstaining,
  diet,
  allergy,
  health,
  hobby,
]

const FAVOURITE =
  /(?<![\p{L}\p{N}_])(?<whose>my|her|his|[\p{L}]+'s) favou?rite (?<kind>\p{L}+(?: \p{L}+)?) (?:is|are|'s|has always been|will always be) (?:still |now |always |definitely |probably )?(?<what>.+)$/isu
const FAVOURITE_LAST =
  /^(?<what>[\p{L}' -]{2,60}?) (?:is|are|has always been) (?:still |now )?(?<whose>my|her|his) favou?rite (?<kind>\p{L}+(?: \p{L}+)?)(?=$|[,.!;])/iu

export type Favourite = { readonly whose: string; readonly kind: string; readonly what: string }

/** `My favourite colour is green`, `blue is her favourite colour`. */
export function findFavourite(clause: string): Favourite | undefined {
  const { whose, kind, what } = (FAVOURITE.exec(clause) ?? FAVOURITE_LAST.exec(clause))?.groups ?? {}
  if (whose === undefined || kind === undefined || what === undefined) return undefined
  const value = (
    what.split(/[,;.!?()▯]| (?:but|because|since|so|now|and (?:i|my)|that (?:the|i|you|we))\b/i)[0] ?? ''
  )
    .trim()
    .replace(/^that /, '')
  return value === '' || value.length > 80 || /^(?:not|it|this)\b/i.test(value)
    ? undefined
    : { whose: whose.toLowerCase(), kind: kind.toLowerCase(), what: value }
}

import { type ExtractionRule, factFindings, nounPhraseOf } from './clause.js'

const FEELINGS =
  'happy|happier|sad|tired|exhausted|angry|mad|furious|upset|nervous|anxious|worried|scared|afraid|terrified|frightened|lonely|bored|excited|thrilled|proud|ashamed|embarrassed|jealous|guilty|grateful|thankful|relieved|relaxed|calm|calmer|stressed|stressed out|overwhelmed|depressed|heartbroken|homesick|disappointed|frustrated|annoyed|confused|hopeful|content|glad|devastated|lost|better|worse|at home|safe|insecure|restless|nostalgic|over the moon|in love|burnt out|burned out|miserable|hurt|confident'
const FEEL = new RegExp(
  `^(?:am|feel|am feeling|have been feeling|have been) (?<much>(?:so|very|really|super|a bit|a little|quite|pretty|mostly|terribly|extremely|much|always|totally|just|such) )*(?<what>${FEELINGS})\\b(?<rest>.*)$`,
  'i',
)
const ALSO = new RegExp(
  `(?:,| and| but) (?:really |also |so |very |a bit |mostly )*(?<what>${FEELINGS})\\b`,
  'i',
)

/** Politeness, not a feeling: `happy to help`, `I'm afraid so`. */
const POLITE = /^(?:\s(?:to (?:help|be of|hear|see|say)|so|not|that\b|it'?s|i\b|we\b|$))/i

const feeling: ExtractionRule = (clause) => {
  if (!clause.isOwn) return []
  const { what = '', rest = '' } = FEEL.exec(clause.predicate)?.groups ?? {}
  if (what === '' || (clause.isNegated && !clause.isOver)) return []
  if (/^(?:happy|afraid|glad|sad)$/i.test(what) && POLITE.test(rest) && rest !== '') return []
  if (/^(?:lost|safe|hurt|better|worse)$/i.test(what) && !/^(?:feel|am feeling)/i.test(clause.predicate))
    return []
  const about = /^ (?:of|about|by|at|for|with) (?<about>.+)$/i.exec(rest)?.groups?.['about'] ?? ''
  const thing = nounPhraseOf(about)
  const value = thing === '' ? what : `${what} ${rest.trim().split(' ')[0]} ${thing}`
  const also = ALSO.exec(rest)?.groups?.['what']
  return [value, ...(also === undefined || clause.isOver ? [] : [also])].flatMap((each) =>
    factFindings(clause, {
      type: 'emotional_state',
      attribute: 'feeling',
      value: each.toLowerCase(),
      phrase: `feels ${each}${each === value && /\bat night|in the (?:evenings?|mornings?)|on (?:week|sun|mon)\w+/i.test(rest) ? (/ (?:at night|in the (?:evenings?|mornings?)|on \w+)/i.exec(rest)?.[0] ?? '') : ''}`,
    }),
  )
}

const BORED = new RegExp(`^(?:get|am getting) (?:so |very |really )*(?<what>${FEELINGS})\\b`, 'i')

const getting: ExtractionRule = (clause) => {
  const what = BORED.exec(clause.predicate)?.groups?.['what']
  if (what === undefined || !clause.isOwn || clause.isNegated || /^(?:better|worse|lost|hurt)$/i.test(what))
    return []
  return factFindings(clause, {
    type: 'emotional_state',
    attribute: 'feeling',
    value: what.toLowerCase(),
    phrase: `gets ${nounPhraseOf(clause.predicate.replace(/^\w+ (?:getting )?/, ''))}`,
  })
}

const missing: ExtractionRule = (clause) => {
  const what = /^(?:miss|am missing|do miss) (?<what>.+)$/i.exec(clause.predicate)?.groups?.['what']
  if (what === undefined || !clause.isOwn || clause.isNegated) return []
  const whom = what.split(/[,.;!?▯]| (?:and|but|so|a lot|very)\b/)[0]?.trim() ?? ''
  if (/^(?:you|it|out|the (?:point|bus|train))\b/i.test(whom)) return []
  return factFindings(clause, {
    type: 'emotional_state',
    attribute: 'feeling',
    value: `misses ${whom}`,
    phrase: `misses ${whom.replace(/^my /, 'their ')}`,
  })
}

export const FEELING_RULES: readonly ExtractionRule[] = [feeling, getting, missing]

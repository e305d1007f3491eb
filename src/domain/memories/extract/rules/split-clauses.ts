import {
  canonicalRelation,
  findPersonByName,
  isName,
  type KnownPeople,
  mentionPerson,
  NAME_PATTERN,
  type Person,
  RELATION_MODIFIER_PATTERN,
  RELATION_PATTERN,
  resolvePronoun,
  resolveRelation,
  toPerson,
} from './people.js'

/** One statement about one subject. */
export type ParsedClause = {
  /** Without the words before the subject. */
  readonly text: string
  /** With the words before the subject: `In July we are away`. */
  readonly fullText: string
  readonly subject: 'player' | 'both' | Person
  /** What follows the subject, without adverbs and negation, auxiliaries written out: `am a nurse`, `like tea`. */
  readonly predicate: string
  readonly isNegated: boolean
  /** No longer true: `not … any more`, `used to`. */
  readonly isOver: boolean
}

/** Words before the subject that do not change the meaning. */
const LEAD =
  /^(?:oh|ok|okay|well|so|and|but|also|yes|yeah|yep|no|nope|actually|by the way|btw|anyway|honestly|to be honest|to tell (?:you )?the truth|um|uh|hey|hi|hello|now|then|ha|haha|these days|nowadays|today|yesterday|lately|recently|currently|one thing|true story|sometimes|thanks|thank you|please|listen|look|guess what|fun fact|(?:ok )?confession|(?:big |sad |good |bad |great )?news|as it happens|you know(?: what)?|I think|I know|of course|(?:it )?turns out|because|since|though|while|or|that's why|in fact|dear|finally|plus|(?:last|this|every|next) \w+|at (?:home|work|school|night)|(?:on )?\w+days?|in \w+|as of \w+|once)\b[,:!.]*\s+/i

const OWN = `[Mm]y ${RELATION_MODIFIER_PATTERN}(?<relation>${RELATION_PATTERN})(?:,? (?<named>${NAME_PATTERN}))?(?![\\p{L}'])`
const SUBJECT = `(?:(?<me>I|i)|(?<us>[Ww]e|${NAME_PATTERN} and I)|(?<she>[Ss]he)|(?<he>[Hh]e)|${OWN}|(?<name>${NAME_PATTERN}))`
const CLAUSE = new RegExp(`^${SUBJECT}(?<aux>'m|'s|'re|'ve|'ll|'d)?,?\\s+(?<rest>.+)$`, 'u')

/** A clause without a subject: `passed the exam`, `put the lamp away`. */
const BARE =
  /^(?:put|moved|hung|left|placed|bought|sold|passed|quit|got|lost|won|love|hate|live|work|can't stand)\s.+$/i

/** Where the next clause begins. */
const STARTS =
  "(?:I|i|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Yy]ou|[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]he|[Tt]here|[Tt]his|[Tt]hat|everyone|nobody|one|\\p{Lu}[\\p{L}-]+ (?:is|was|has|lives|works|wants|likes|loves|hates|turned|got|says|said|thinks|claims|does|doesn't|can|will|would|died|won|studies|comes|plays|speaks|bought|cooks|knows|leaves|left))(?='|\\b)"
const VERBS =
  "(?:moved|quit|work|live|have|started|love|hate|like|play|study|speak|got|bought|sold|am|was|can't stand|don't|works|lives|has|loves|hates|likes|plays|studies|speaks|moving|put|won|lost)\\b"
const JOIN = '(?:and|but|so|because|since|though|although|while|or|then|as|plus|yet)'
const BOUNDARY = new RegExp(
  [
    ',\\s*(?=(?:maybe|perhaps|probably)\\b)',
    `(?:[,;:()]|\\s[-–—]+)\\s*(?:${JOIN}\\s+){0,3}(?:(?:now|then|also|here|at least|so|actually|obviously)\\s+){0,3}(?=${STARTS})`,
    `\\s${JOIN}\\s+(?:(?:now|then|also)\\s+){0,3}(?=${STARTS})`,
    `,?\\s(?:and|but)\\s+(?:(?:now|then|also)\\s+){0,3}(?=${VERBS})`,
    ",?\\s(?:when|where|who|which|because|until|than|that's why)\\s+",
    '(?<!\\s)\\s*[;()]\\s*|\\s[-–—]+\\s',
  ].join('|'),
  'gu',
)

export type SplitClauses = { readonly clauses: readonly ParsedClause[]; readonly people: KnownPeople }

/** Splits a sentence into clauses; those whose subject is unknown are dropped. */
export function splitClauses(sentence: string, before: KnownPeople): SplitClauses {
  let people = before
  let subject: ParsedClause['subject'] | undefined
  const clauses: ParsedClause[] = []
  for (const [at, part] of sentence.split(BOUNDARY).entries()) {
    const fullText = part.trim().replace(/(?<![.!?…\s])[.!?…\s]+$/, '')
    const text = withoutLead(fullText)
    const found = subjectOf(text, people)
    if (found?.person !== undefined) people = mentionPerson(people, found.person)
    subject = found?.subject ?? bareSubject(text, at === 0 ? 'player' : subject)
    const rest = found?.rest ?? (BARE.test(text) || CONTINUES.test(text) ? text : undefined)
    if (subject !== undefined && rest !== undefined)
      clauses.push({ ...toClause(rest), text, fullText, subject })
  }
  return { clauses, people }
}

const withoutLead = (text: string): string => {
  const shorter = text.replace(LEAD, '')
  return shorter === text ? text : withoutLead(shorter)
}

const CONTINUES = new RegExp(`^${VERBS}`, 'u')

const bareSubject = (text: string, other: ParsedClause['subject'] | undefined) =>
  BARE.test(text) || CONTINUES.test(text) ? other : undefined

type Found = {
  readonly subject: ParsedClause['subject'] | undefined
  readonly rest: string
  readonly person?: Person
}

function subjectOf(text: string, people: KnownPeople): Found | undefined {
  const groups = CLAUSE.exec(text)?.groups
  if (groups === undefined) return undefined
  const rest = `${expandAuxiliary(groups['aux'])}${groups['rest'] ?? ''}`
  if (groups['me'] !== undefined) return { subject: 'player', rest }
  if (groups['us'] !== undefined) return { subject: 'both', rest }
  const person = personOf(groups, people)
  return { subject: person, rest, ...(person !== undefined && { person }) }
}

function personOf(
  groups: Readonly<Record<string, string | undefined>>,
  people: KnownPeople,
): Person | undefined {
  const { she, he, relation, named, name } = groups
  if (she !== undefined) return resolvePronoun(people, 'she')
  if (he !== undefined) return resolvePronoun(people, 'he')
  if (relation !== undefined) {
    if (/s$/.test(relation) && canonicalRelation(relation) !== relation.toLowerCase()) return undefined
    const own = canonicalRelation(relation)
    return named !== undefined && isName(named) ? toPerson(own, named) : resolveRelation(people, own)
  }
  return name === undefined ? undefined : findPersonByName(people, name)
}

const AUXILIARIES: Readonly<Record<string, string>> = {
  "'m": 'am ',
  "'s": 'is ',
  "'re": 'are ',
  "'ve": 'have ',
  "'ll": 'will ',
  "'d": 'would ',
}
const expandAuxiliary = (written: string | undefined): string =>
  AUXILIARIES[written?.toLowerCase() ?? ''] ?? ''

const ADVERBS =
  /^(?:really|also|always|still|currently|actually|just|now|absolutely|usually|mostly|already|even|truly|honestly|simply|kind of|sort of|so|finally|mainly|only|definitely|secretly|often|recently|normally|myself|do(?! not| never))\s+/i
const OVER = /(?:,|(?<![\s,]))\s*\b(?:any ?more|any longer|no longer)\b/gi
const TAIL =
  /(?:,|(?<![\s,]))\s+(?:by the way|btw|though|too|as well|instead|again|now|these days|nowadays|at the moment|actually|you know|to be honest|honestly|weirdly|as it happens|anyway|haha|lol|either|at all|since then|for now|dear|right now|lately|here|currently|captain)$/i
const NOT =
  /^(?:(?:do|does|did) (?:not|never)|(?:cannot|can not)(?! (?:stand|bear|get enough|do without|live without|wait))|never|(?=(?:am|is|are|was|have|has|had|will|would) (?:not|never)\b))\s*/i

function toClause(rest: string): Pick<ParsedClause, 'predicate' | 'isNegated' | 'isOver'> {
  const spelled = spellOut(rest)
  const usedTo = /^(?:used to|use to)\s+/i.exec(spelled)?.[0]
  const trimmed = withoutEnds(usedTo === undefined ? spelled : spelled.slice(usedTo.length))
  const isOver = usedTo !== undefined || OVER.test(spelled)
  OVER.lastIndex = 0
  const plain = withoutEnds(trimmed.replace(OVER, ' ').replace(/\s+/g, ' ').trim())
  const isNegated = NOT.test(plain)
  return { predicate: withoutEnds(withoutNegation(plain)), isNegated, isOver }
}

const spellOut = (text: string): string =>
  text
    .replace(/\bcan't\b/gi, 'cannot')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/\b(do|does|did|is|are|was|were|have|has|had|would|could|should)n't\b/gi, '$1 not')

/** `do not like tea` becomes `like tea`. */
const withoutNegation = (plain: string): string =>
  plain
    .replace(/^(?:do|does|did) (?:not|never)\s+/i, '')
    .replace(/^(am|is|are|was|have|has|had|will|would) (?:not|never)\b\s*/i, '$1 ')
    .replace(/^(?:cannot|can not|never)\s+(?!stand|bear|get enough|do without|live without|wait)/i, '')

function withoutEnds(text: string): string {
  const shorter = text
    .replace(ADVERBS, '')
    .replace(TAIL, '')
    .replace(
      /^(am|is|are|have|has|was) (?:also|still|really|now|just|actually|currently|always|already|finally|only|officially)\s+/i,
      '$1 ',
    )
    .trim()
  return shorter === text ? text : withoutEnds(shorter)
}

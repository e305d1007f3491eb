import { type ExtractionRule, factFindings, nounPhraseOf, withoutArticle } from './clause.js'

const JOBS =
  /\b(?:nurse|doctor|teacher|chef|cook|baker|driver|captain|captain's mate|mate|engineer|inspector|lawyer|judge|waiter|waitress|barista|pilot|student|artist|painter|musician|writer|author|journalist|editor|designer|developer|programmer|scientist|researcher|professor|plumber|electrician|carpenter|welder|mechanic|farmer|gardener|florist|butcher|tailor|hairdresser|barber|vet|dentist|pharmacist|surgeon|paramedic|firefighter|policeman|policewoman|officer|soldier|sailor|fisherman|fisherwoman|guard|cleaner|clerk|accountant|banker|broker|consultant|manager|director|secretary|assistant|receptionist|librarian|translator|interpreter|photographer|actor|actress|dancer|singer|architect|builder|bricklayer|roofer|miner|potter|jeweller|model|nanny|midwife|psychologist|therapist|social worker|priest|monk|nun|politician|analyst|technician|operator|salesman|saleswoman|cashier|shopkeeper|courier|postman|intern|apprentice|coach|trainer|bartender|beekeeper|optician|physicist|chemist|biologist|astronomer|geologist)\b/i

const WORK =
  /^(?:work|works|am working|is working|worked)(?: (?:part[- ]time|full[- ]time|freelance|mostly|here))* as (?:an?|the) (?<job>.+)$/i
const BE = /^(?:am|is|became|have become|have been|has been) (?:an?|the) (?<job>.+)$/i
const NEW_JOB = /^got (?:an? )?(?:new )?job as (?:an?|the) (?<job>.+)$/i

const job: ExtractionRule = (clause) => {
  if (clause.isNegated && !clause.isOver) return []
  const as = WORK.exec(clause.predicate)?.groups?.['job'] ?? NEW_JOB.exec(clause.predicate)?.groups?.['job']
  const be = BE.exec(clause.predicate)?.groups?.['job']
  const title = titleOf(as ?? be ?? '')
  if (as === undefined && !JOBS.test(title)) return []
  return factFindings(clause, {
    type: 'fact',
    attribute: 'job',
    value: title,
    cardinality: 'one',
    phrase: `works as ${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`,
  })
}

/** The job without its place; empty for comparisons such as `a better cook`. */
function titleOf(text: string): string {
  const title = nounPhraseOf(text.split(/\s(?:at|in|for|with|from|by|there|here)(?=\s|$)/i)[0] ?? '')
  return /\b(?:better|worse|more|best|bit|little|kind|sort|fan|terrible|bad|good|great)\b/i.test(title)
    ? ''
    : title
}

const AT =
  /^(?:(?:work|works|am working|is working|worked|have worked|has worked)(?: \w+ly)? (?:for|at)|(?:started|start|starts|began)(?: \w+ing)?(?: work(?:ing)?)? (?:at|with)|got (?:an? )?(?:new )?(?:job|internship|place)(?: (?:at|with|in))|am employed (?:by|at)) (?<employer>.+)$/i
const BE_AT = /^(?:am|is) an? [\w' -]+? (?:at|for|with) (?<employer>(?:the |an? )?[\p{L}\p{N}].*)$/su
const NO_EMPLOYER =
  /^(?:\d|night|home|myself|himself|herself|a living|free|all\b|nothing|it\b|once|this|that|least|a (?:while|long|year)|fun|school|university|college|uni\b|years?|(?:one|two|three|four|five|six|seven|eight|nine|ten|many|forty)\b)/i

const employer: ExtractionRule = (clause) => {
  if (clause.isNegated && !clause.isOver) return []
  const title = BE_AT.exec(clause.predicate)
  const written =
    AT.exec(clause.predicate)?.groups?.['employer'] ??
    (title !== null && JOBS.test(title[0]) ? title.groups?.['employer'] : undefined) ??
    ''
  const name = named(written) ?? nounPhraseOf(written)
  if (NO_EMPLOYER.test(name)) return []
  return factFindings(clause, {
    type: 'fact',
    attribute: 'employer',
    value: name,
    cardinality: 'one',
    phrase: `works at ${name}`,
    ...(/^\p{Lu}/u.test(name) && { entities: [{ name, entityType: 'thing' as const }] }),
  })
}

/** `a small engineering firm, Mostek`, including the name. */
const named = (written: string): string | undefined =>
  /^an? [\p{L} -]+, \p{Lu}[\p{L}-]+(?= ?$|[.,!])/u.exec(written)?.[0]

const quit: ExtractionRule = (clause) => {
  const left =
    /^(?:quit|have quit|has quit|gave up|have given up|stopped|gave notice at|resigned from|left) (?<what>(?:the |my )?[\p{L}' -]+)/u.exec(
      clause.predicate,
    )?.groups?.['what']
  const what = withoutArticle(nounPhraseOf(left?.replace(/^my /, '') ?? ''))
  if (what === '' || clause.isNegated) return []
  const isHobby = /^\w+ing\b/.test(what) && !/^(?:building|wedding|meeting)/.test(what)
  if (!isHobby && !/^(?:quit|have quit|resigned|gave notice)/.test(clause.predicate)) return []
  return factFindings(
    { ...clause, isOver: true },
    {
      type: 'correction',
      attribute: isHobby ? 'hobby' : 'employer',
      value: what,
      cardinality: isHobby ? 'many' : 'one',
      phrase: isHobby ? `does ${what} (quit)` : `works at the ${what} (quit)`,
    },
  )
}

const study: ExtractionRule = (clause) => {
  const subject =
    /^(?:study|studies|am studying|is studying|am majoring in|is majoring in|read at university) (?!for|hard|at|in|all|to|with|every|late)(?<what>.+)$/i.exec(
      clause.predicate,
    )?.groups?.['what']
  if (subject === undefined || (clause.isNegated && !clause.isOver)) return []
  const value = nounPhraseOf(subject.split(/\s(?:at|in)\s/)[0] ?? '')
  return factFindings(clause, {
    type: 'fact',
    attribute: 'study',
    value,
    cardinality: 'one',
    phrase: `studies ${value}`,
  })
}

export const WORK_RULES: readonly ExtractionRule[] = [job, employer, quit, study]

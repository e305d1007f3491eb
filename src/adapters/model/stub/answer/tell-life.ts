import { isNumber, lemmaOf } from '../language/lemma.js'
import { RELATED } from '../language/synonyms.js'
import { baseOfPast } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import { withoutTail } from '../statements/clauses.js'
import type { Statement } from '../statements/statement.js'
import type { Response, Turn } from './turn.js'

const SINCE = /\b(?:(?<!ever )since(?! then)|for)\b/i

/** How long it has been so: what has a beginning or a duration, of what the character does or where it lives. */
export function tellDuration({ sources: { persona }, speaker }: Turn): Response | undefined {
  const told = persona.statements.find(
    (statement) =>
      /^(?:For .{3,60} (?:years|months|weeks|decades|centuries),? )?I(?:'ve| have| am| work| live)\b/.test(
        statement.text,
      ) &&
      !/\b(?:not|never|no)\b|n't\b/.test(statement.text.split(',')[0] ?? '') &&
      SINCE.test(statement.text) &&
      /\b(?:centuries|since|years|months|weeks|days|life|ages|ever)\b/i.test(statement.text),
  )
  const lasted =
    told ??
    persona.statements.find(({ text }) =>
      /^I .{0,80}\bfor [\p{L}\d-]+ (?:years|months|weeks|decades)\b/u.test(text),
    ) ??
    persona.statements.find(({ text }) =>
      /^I (?:came|moved|arrived|settled|started|began|joined) .{0,60}\b(?:ago|in [12]\d{3})\b/.test(text),
    )
  return lasted === undefined
    ? undefined
    : { gesture: 'thinks for a moment', sentences: [speaker.fresh(withoutTail(lasted.text) ?? lasted.text)] }
}

const LIVES =
  /^(?:(?:Now |These days |At present |Since .{2,30} )?I (?:\w+ )?(?:live (?!with\b)|(?<=have )lived (?!with\b)|live with .{1,60}\b(?:in|on|at|above|near|by)\b|dwell|reside|moved|settled|stay|rent|lodge|sleep (?:in|under|on|above)\b)|My (?:home|house|flat|apartment|room|cabin|hut)\b)/

export function tellHome(turn: Turn): Response | undefined {
  const home = turn.sources.persona.statements.find(({ text, isClause }) => !isClause && LIVES.test(text))
  return home === undefined
    ? tellWorkplace(turn)
    : { gesture: 'thinks for a moment', sentences: [turn.speaker.fresh(home.text)] }
}

/** Where it works, if its tagline names a place. */
export function tellWorkplace(
  { sources: { persona }, speaker }: Turn,
  question?: Question,
): Response | undefined {
  const { role } = persona
  const employed = persona.statements.find(
    ({ text }) =>
      /^(?:Since .{2,20} )?I(?:'ve| have)? (?:now )?work(?:ed)? (?:as .{2,80} )?(?:at|in|for)\b|^I am .{2,40} and work (?:for|at)\b/.test(
        text,
      ) &&
      /^(?:Since|I(?:'ve| have)?) /.test(text) &&
      !/^I worked\b/.test(text),
  )
  if (employed !== undefined && (role === undefined || !/\b(?:at|above|in|of|on|aboard|near)\b/.test(role)))
    return { gesture: 'thinks for a moment', sentences: [speaker.fresh(employed.text)] }
  // "I am Ann, a nurse at the Royal Infirmary"
  const named = persona.statements.find(({ text }) => EMPLOYED_AT.test(text))
  const housed = /\bfind you\b/i.test(question?.text ?? '')
    ? persona.statements.find(({ text }) => HOUSED.test(text))
    : undefined
  if (housed !== undefined) return { gesture: 'thinks for a moment', sentences: [speaker.fresh(housed.text)] }
  const told = role !== undefined && /\b(?:at|above|in|of|on|aboard|near)\b/.test(role) ? role : named?.text
  return told === undefined ? undefined : { gesture: 'thinks for a moment', sentences: [speaker.fresh(told)] }
}

const HOUSED =
  /^My (?:shop|address|workshop|studio|office|practice|bakery|bar|inn|stall|parlour|surgery|salon|garage) is\b/
const EMPLOYED_AT =
  /^I am (?:\p{Lu}[^,]{1,40}, )?an? [\p{Ll}-]{3,20}(?: [\p{Ll}-]{3,20})? (?:at|in|for) (?:the |an? )?\p{Lu}/u

/** "I am Ann Lee, 34, a conductor" */
const AGE_BESIDE = /^I am [^.!?]{2,60}?, (\d{1,3}|[\p{L}-]{3,20})(?=,| and\b|[.]|$)/u
const AGE =
  /(?<![\p{L}-])(?:((?:[\p{L}-]{2,30}|\d{1,4})[ -](?:years?|centur(?:y|ies)|months?|decades?|winters?|summers?)[ -]old)|aged? (?:is )?(\d{1,4}|[\p{L}-]{2,30})|I(?: am|'m) (?:only |now |just |already )?(\d{1,4}|[\p{L}-]{2,30})(?=[.,;!]| and\b| now\b| today\b|$))(?![\p{L}\p{N}])/iu

export function tellAge({ sources: { persona }, speaker }: Turn, { text }: Question): Response | undefined {
  for (const { text: told } of persona.statements.filter(
    ({ text: each }) => /^(?:I am|I'm|My age|At)\b/.test(each) || each === persona.introduction,
  )) {
    const found = AGE.exec(told)
    const own = (found?.[2] ?? found?.[3] ?? found?.[1]?.split(/[ -]/)[0] ?? '').toLowerCase()
    const match = isNumber(own) ? found : null
    const beside = match === null ? AGE_BESIDE.exec(told)?.[1] : undefined
    const bare = match?.[2] ?? match?.[3] ?? beside
    const age =
      match?.[1]?.replace(/-(?=year|centur|month|decade|winter|summer|old)/g, ' ') ??
      (bare === undefined ? undefined : `${bare} years old`)
    if (age !== undefined && isNumber((bare ?? age.split(' ')[0] ?? '').toLowerCase()))
      return { gesture: 'nods', sentences: [speaker.fresh(`I am ${age}.`)] }
  }
  if (/\bborn\b/i.test(text)) return undefined
  const born = persona.statements.find(
    ({ words, text: told }) =>
      (words.includes('born') && /\b(?:1\d{3}|20\d{2})\b/.test(told)) ||
      /^I was (?:\w+ )?(?:made|built|born|created|forged|carved|assembled)\b.{0,60}\b(?:ago|in [12]\d{3})\b/.test(
        told,
      ),
  )
  return born === undefined
    ? { gesture: 'shrugs', sentences: [speaker.say('unknown')] }
    : { gesture: 'nods', sentences: [speaker.fresh(born.text)] }
}

export function tellWork(
  { sources: { persona }, speaker, length }: Turn,
  { text }: Question,
): Response | undefined {
  if (/\b(?:does|did|do i|my|his|her|their|who|why|when|how|taught)\b/i.test(text)) return undefined
  const works = [
    ...persona.statements.filter(({ text }) => /^Since .{2,20} I have worked as\b/.test(text)),
    ...persona.statements.filter(isWork),
  ]
  const told = [...(persona.role === undefined ? [] : [persona.role]), ...works.map((each) => each.text)]
  const different = told.filter((each, at) => told.indexOf(each) === at)
  const unsaid = different.filter((each) => !speaker.wasSaid(each))
  const [first, ...more] = unsaid.length > 0 ? unsaid : different
  if (first === undefined) return undefined
  const [work] = works
  if (length < 2 && work !== undefined && /\b(?:all day|doing|do here|exactly)\b/i.test(text))
    return { gesture: 'nods', sentences: [speaker.fresh(work.text)] }
  return { gesture: 'nods', sentences: [first, ...more].slice(0, length > 1 ? 2 : 1).map(speaker.fresh) }
}

const NO_WORK = new Set(
  'am quit was have had own like love hate live want wanted know need cannot can will would do never miss fear think feel come share surf sleep rest play eat drink grew wear speak sleep lost went died owe own ride hum say distrust hope dream fear believe trust prefer drink always still just used hid'.split(
    ' ',
  ),
)

/** "I keep forty hives", but not "I am afraid", "I was born" or "I learned". */
function isWork({ words, isClause, isPast, isNegated }: Statement): boolean {
  const [first, second = '', third = ''] = words
  if (first !== 'i' || isClause || isPast || isNegated || /^can|n't$/.test(second)) return false
  // "I have sold spices" is work, "I have caught only two mice" is not.
  if (
    second === 'have' &&
    !/^(?:worked|sold|kept|run|driven|taught|been|built|made|served|looked|minded|cooked)$/.test(third)
  )
    return false
  const verb = second === 'have' && baseOfPast(third) !== undefined ? third : second
  return !NO_WORK.has(verb) || verb === third
}

const FORMERLY =
  /\b(?:used to (?:be|work|sail|run|keep|sell|drive|teach|own|live)|before that|formerly|I was (?:once )?an? |once was an? |I worked as|retired|former|after .{3,30} as an?)\b/i

/** "What did you do before?" */
export function tellFormerLife({ sources: { persona }, speaker }: Turn): Response | undefined {
  const former = persona.statements.find(
    ({ text, isClause }) =>
      !isClause &&
      FORMERLY.test(text) &&
      (!/\bformer\b/.test(text) || /^(?:I|My former)\b/.test(text)) &&
      !/\bwas an? (?:girl|boy|child|kid)\b/.test(text),
  )
  return former === undefined
    ? undefined
    : {
        gesture: 'thinks for a moment',
        sentences: [speaker.fresh(former.parts.find(({ text }) => FORMERLY.test(text))?.text ?? former.text)],
      }
}

/** "Are you a doctor?" is answered by what the character is, if it says nothing of being one. */
export function tellWhetherIs(
  { sources: { persona }, speaker }: Turn,
  { terms }: Question,
): Response | undefined {
  const [asked] = terms.slice(-1)
  if (asked === undefined || !isTrade(asked.lemma)) return undefined
  const is = persona.statements.find(
    ({ text, lemmas }) => /^I am\b/.test(text) && lemmas.includes(asked.lemma),
  )
  if (is !== undefined || persona.role === undefined || !/^I am (?:an?|the)\b/.test(persona.role))
    return undefined
  const isAlike = persona.statements.some(({ lemmas }) => lemmas.includes(asked.lemma))
  return isAlike ? undefined : { gesture: 'nods', sentences: [speaker.fresh(persona.role)] }
}

/** The lemmas of what people work as. */
const isTrade = (lemma: string): boolean =>
  (RELATED.get(lemmaOf('job'))?.has(lemma) ?? false) || /(?:er|or|ist|ian|man)$/.test(lemma)

const AGE_THEN =
  /\bI was (?:then |only |just |about )?(?:an? (?:girl|boy|child|kid|lad|student) of )?([\p{L}-]{3,20}|\d{1,2})\b/u

/** No clock strikes it. */
const AT_TEENS = /\bat (?:\p{L}+teen|twenty|thirty|forty|fifty|sixty)\b/iu

/** "How old were you when you started?": the age that goes with it, or the only one that is told. */
export function tellAgeThen(
  { sources: { persona }, speaker }: Turn,
  { terms }: Question,
): Response | undefined {
  const ages = persona.statements.filter(({ text, isClause }) => {
    const age = (AGE_THEN.exec(text) ?? /\bat the age of ([\p{L}-]{3,20}|\d{1,2})\b/u.exec(text))?.[1]
    return !isClause && age !== undefined && isNumber(age.toLowerCase())
  })
  const counted = terms.filter(({ weight }) => weight >= 1)
  const told = ages.find(({ lemmas, context }) =>
    counted.some(({ lemma, variants }) =>
      [...lemmas, ...context].some((each) => each === lemma || variants.has(each)),
    ),
  )
  const isAtStart = counted.every(({ lemma }) => lemma === lemmaOf('begin') || lemma === lemmaOf('start'))
  const found = told ?? (ages.length === 1 && isAtStart ? ages[0] : undefined)
  const at = /\bat the age of ([\p{L}-]{3,20}|\d{1,2})\b/u.exec(found?.text ?? '')?.[1]
  if (at !== undefined) return { gesture: 'nods', sentences: [speaker.fresh(`I was ${at} then.`)] }
  const aged = found?.parts.filter(({ text }) => AGE_THEN.test(text) || AT_TEENS.test(text)) ?? []
  const part =
    aged.find(({ lemmas }) => counted.some(({ lemma }) => lemmas.includes(lemma))) ?? aged[0] ?? found
  return part === undefined ? undefined : { gesture: 'nods', sentences: [speaker.fresh(part.text)] }
}

const WISH =
  /^(?:As a (?:child|boy|girl),? |Once |At first )?I (?:had |have )?(?:always |once |first |originally |really )?(?:want|hope|dream|plan|wanted|meant|hoped|planned|intended|wished|dreamed|dreamt|was (?:going|supposed|meant)) (?:to (?:be|become)|of (?:being|becoming))\b/

/** "What did you want to be?" */
export function tellWish({ sources: { persona }, speaker }: Turn): Response | undefined {
  const wished = persona.statements.find(({ text }) => WISH.test(text))
  if (wished === undefined) return undefined
  return {
    gesture: 'thinks for a moment',
    sentences: [speaker.fresh(wished.parts.find(({ text }) => WISH.test(text))?.text ?? wished.text)],
  }
}

const FOODS: ReadonlySet<string> = new Set(
  ['food', 'eat', 'fish', 'meat', 'fruit', 'vegetable', 'sweet', 'cheese', 'dessert', 'meal', 'bread', 'pie']
    .map(lemmaOf)
    .flatMap((kind) => [...(RELATED.get(kind)?.keys() ?? [])]),
)
const RELISHES =
  /\b(?:love|adore|like|enjoy|relish|crave|fond of|favou?rite|weakness for|(?:can't|cannot) (?:say no to|resist)|could live on|live on)\b/i
const REFUSES = /\b(?:hate|dislike|never|don't (?:like|love|enjoy|eat)|not (?:like|eat|touch))\b/i

/** "What do you like to eat?": what is said to be liked and is food. */
export function tellFood({ sources: { persona }, speaker }: Turn): Response | undefined {
  const liked = persona.statements.find(
    ({ text, lemmas, parts }) =>
      parts.length === 0 &&
      /^(?:I|My favou?rite)\b/.test(text) &&
      RELISHES.test(text) &&
      !REFUSES.test(text) &&
      lemmas.some((lemma) => FOODS.has(lemma)),
  )
  return liked === undefined
    ? undefined
    : { gesture: 'thinks for a moment', sentences: [speaker.fresh(liked.text)] }
}

export const ASKS_JOURNEY =
  /^(?:and |so )?(?:where|which (?:place|country|city)) (?:would|do|did) you (?:most |really |still |always )?(?:like|love|want|wish|hope|dream|long)\b.{0,20}\b(?:go|going|travel|travelling|visit|visiting|see|seeing)\b/i
const LONGS_FOR =
  /\bI(?:(?:'d| would) (?:like|love|give)| want| wish| hope| dream| long| am saving| have always wanted)\b.{0,40}\b(?:see|seeing|visit|visiting|go to|going to|travel|travelling|sail|trip|journey)\b/

/** "Where would you like to travel?" */
export function tellJourney({ sources: { persona }, speaker }: Turn): Response | undefined {
  const wished = persona.statements.find(({ text, parts }) => parts.length === 0 && LONGS_FOR.test(text))
  return wished === undefined
    ? undefined
    : { gesture: 'thinks for a moment', sentences: [speaker.fresh(wished.text)] }
}

export const ASKS_IF = /^(?:and |so )?what would you (?:do|like to do|be|choose) (?:if|with|when|once)\b/i
const IF_I =
  /\bif I (?:were|was|had|could|ever)\b.{2,120}\bI(?:'d| would)\b|\bI(?:'d| would)\b.{2,120}\bif I (?:were|was|had|could|ever)\b/i

/** "What would you do if you were free?": the only thing that the character says it would do. */
export function tellIf({ sources: { persona }, speaker }: Turn): Response | undefined {
  const told = persona.statements.filter(({ text, isClause }) => !isClause && IF_I.test(text))
  const [only] = told
  return only === undefined || told.length > 1
    ? undefined
    : { gesture: 'thinks for a moment', sentences: [speaker.fresh(only.text)] }
}

import type { Recalled } from '../../../../domain/memories/search/recall-port.js'
import { type Language, languageOf } from '../language/detect-language.js'
import { exchangePersons, fromThirdPerson } from '../language/person.js'
import { capitalise, closed, isQuestion, markedSentencesOf, quote, wordsOf } from '../language/text.js'
import { isBaseVerb } from '../language/verbs.js'
import { introducedName } from '../talk/foreign-topics.js'
import { clausesOf } from './clauses.js'
import { contextOf, createStatement, type Statement } from './statement.js'

/** What is known of the player, as it is said to them: "You live in Lyon." */
export type PlayerStatement = Statement & {
  /** What there is only one of, such as `home`; what was said later of it replaces this. */
  readonly slot: string | undefined
  /** The value of the slot: "Lyon". */
  readonly value: string
  /** It replaced something that was told before. */
  readonly isCorrection: boolean
}

const MESSAGE_CHARACTERS = 2000
const SENTENCE_CHARACTERS = 300
const VALUE_CHARACTERS = 60

const NAME = "(\\p{L}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*){0,2})"
const NAMED = [
  new RegExp(`\\b[Mm]y (?:real |full |first )?name(?: is|'s|’s) (?!not\\b)${NAME}`, 'u'),
  new RegExp(`\\b(?:[Yy]ou (?:can|may) call|[Cc]all) me (?=\\p{Lu})${NAME}`, 'u'),
  new RegExp(
    `(?:^|[Hh]i|[Hh]ello|[Hh]ey|[Mm]orning|[Ee]vening)[,!. ]{0,3}(?:there)?[,!. ]{0,3}(?:I am|I'm|I’m|[Tt]his is) (?=\\p{Lu})${NAME}(?=[,.!?;]| and\\b| from\\b|$)`,
    'u',
  ),
]
/** Capital letters that are no names: "I am German." */
const NO_NAME =
  /(?:ish|ese|ian|can)$|^(?:German|French|Dutch|Greek|Swiss|Czech|Danish|Jewish|Muslim|Christian|Catholic)$/

/** What is single, and what follows it. The first pattern that matches counts. */
const SLOTS: readonly (readonly [string, RegExp])[] = [
  [
    'home',
    /^you (?:now |currently |still |actually |just |have )*(?:live|moved|reside|lived) (?:here )?(?:now )?(?:in|to|at|on|near) (?:a |an )?([^,;.]+)/i,
  ],
  ['origin', /^you (?:are|come) (?:originally )?from ([^,;.]+)/i],
  ['job', /^you (?:now |currently )?work as (?:an? |the )?([^,;.]+)/i],
  ['age', /^you (?:are|turned) (\d{1,3})\b/i],
  ['birthday', /^your birthday is (?:on |in )?([^,;.]+)/i],
  ['job', /^your (?:job|profession|occupation) is ([^,;.]+)/i],
  ['favourite', /^your favou?rite (\p{L}+ (?:is|are) [^,;.]+)/iu],
  ['called', /^your (\p{L}+(?:'s name is| is called| is named) [^,;.]+)/iu],
  ['likes', /^you (?:really |also |do )*(?:like|love|enjoy) ([^,;.]+)/i],
]

/** Nothing that is worth to remember: what is said to keep a talk going. */
const SMALL_TALK =
  /^you (?:see|know|think so|guess|mean|agree|understand|wonder|hope|don't know|do not know|don't care|didn't mean|did not mean|am|have to go|must go|need to go|should go|will go|want to (?:know|ask)|would like to (?:know|ask)|was wondering|were wondering|have a question|love me|like me|hate me|am sorry|are sorry|are (?:here|back|fine|good|ok|okay)[.!]?$|can't (?:believe|understand)|remember|forgot|asked|said|told|just said|already)\b/i
const LEAD =
  /^(?:(?:hi|hello|hey|good (?:morning|day|afternoon|evening|night)|well|oh|ah|so|ok|okay|yes|yeah|no|nope|wait|actually|sorry|by the way|btw|anyway|and|but|also|you know|to be honest|i mean|listen|look|please|(?:remember|note|don't forget|do not forget|keep in mind)(?: that)?)(?: there)?[,!.:]* )+(?=\p{L})/iu

/** Of what is told in another language only the name is understood. */
function nameToldIn(text: string, language: Exclude<Language, 'en'>): readonly PlayerStatement[] {
  const name = language === 'other' ? undefined : introducedName(text, language)
  return name === undefined
    ? []
    : [createPlayerStatement(`Your name is ${name}.`, 'told', { slot: 'name', value: name })]
}

/** What one message tells, in its order. A question, a request and a condition tell nothing. */
export function readMessage(message: string): readonly PlayerStatement[] {
  const text = message.slice(0, MESSAGE_CHARACTERS)
  const language = languageOf(text)
  if (language !== 'en') return nameToldIn(text, language)
  const name = namedIn(text)
  let before: string | undefined
  const told = markedSentencesOf(text).flatMap((sentence) => {
    const isCorrection = CORRECTS.test(sentence)
    const bare = withSubject(sentence.replace(LEAD, '').slice(0, SENTENCE_CHARACTERS), before, isCorrection)
    if (isQuestion(sentence) || !tells(bare)) return []
    const spoken = quote(exchangePersons(bare), SENTENCE_CHARACTERS)
    if (SMALL_TALK.test(spoken) || wordsOf(spoken).length < 3) return []
    const context = contextOf(spoken, before)
    before = spoken
    const whole = closed(capitalise(spoken.replace(/(?<![!…])[!…]+$/, '')))
    const clauses = clausesOf(whole).filter((clause) => wordsOf(clause).length > 2)
    const told = clauses.length > 1 ? clauses : [whole]
    return told.map((clause) => ({ ...toldStatement(clause, context), isCorrection }))
  })
  if (name === undefined) return told
  const rest = told.filter(
    ({ text: spoken }) => !(spoken.includes(name) && /^(?:your name|you are|this is|call)\b/i.test(spoken)),
  )
  return [createPlayerStatement(`Your name is ${name}.`, 'told', { slot: 'name', value: name }), ...rest]
}

/** "Actually, my car is green.", "No, it's green." */
const CORRECTS =
  /^(?:(?:oh|no|wait|sorry|hm+|well|ah)[,.!]* )*(?:actually|no|wait|correction|i mean|i meant|rather|sorry)\b/i
const IT_IS = /^(?:it|that|he|she|they)(?:'s|'re| is| are| was) (?=(?!not\b)\p{L})/iu

/** Whoever corrects "My car is blue" by "it's green" says so of the car. `before` is said to the player, as "Your car is blue". */
function withSubject(bare: string, before: string | undefined, isCorrection: boolean): string {
  const said = isCorrection ? IT_IS.exec(bare.replaceAll('’', "'")) : null
  const subject = SUBJECT.exec(before ?? '')
  if (said === null || subject === null) return bare
  return `${exchangePersons(subject[1] ?? '')} ${subject[2]} ${bare.slice(said[0].length)}`
}

/** "Your car is" */
const SUBJECT = /^(your [\p{L}' -]{2,40}?) (is|are|was)\b/iu

const toldStatement = (text: string, context: readonly string[]) => ({
  ...createPlayerStatement(text, 'told'),
  context,
})

/** A sentence that tells something: not "Wave to me", not "If I lived in Rome". */
function tells(sentence: string): boolean {
  const [first = '', second = ''] = wordsOf(sentence)
  if (/^(?:if|unless|suppose|imagine|let|let's|thanks|thank|bye|goodbye|never mind)$/.test(first))
    return false
  if (first === 'do' || first === "don't" || first === 'please') return false
  return !(
    isBaseVerb(first) &&
    !/^(?:love|miss|hate|like)$/.test(first) &&
    !/^(?:is|was|are|were)$/.test(second)
  )
}

function namedIn(text: string): string | undefined {
  for (const sentence of markedSentencesOf(text)) {
    if (sentence.includes('?')) continue
    for (const pattern of NAMED) {
      const name = pattern.exec(sentence.slice(0, SENTENCE_CHARACTERS))?.[1]
      if (name !== undefined && !NO_NAME.test(name)) return quote(name, VALUE_CHARACTERS)
    }
  }
  return undefined
}

function createPlayerStatement(
  text: string,
  source: Statement['source'],
  given?: { readonly slot: string; readonly value: string },
): PlayerStatement {
  return { ...createStatement(text, source), ...(given ?? slotOf(text)), isCorrection: false }
}

function slotOf(text: string): { readonly slot: string | undefined; readonly value: string } {
  for (const [slot, pattern] of SLOTS) {
    const value = pattern.exec(text)?.[1]?.trim()
    if (value === undefined) continue
    const plain = quote(value, VALUE_CHARACTERS)
    if (slot === 'likes') return { slot: undefined, value: plain }
    if (slot !== 'favourite' && slot !== 'called') return { slot, value: plain }
    const [what = '', ...rest] = plain.split(/(?:'s name is| is called| is named| is | are )/)
    return { slot: `${slot} ${what.toLowerCase().trim()}`, value: rest.join(' ').trim() }
  }
  return { slot: undefined, value: '' }
}

/** What the character said long ago, to be quoted. */
export const readOwnTurn = (text: string): PlayerStatement =>
  createPlayerStatement(`I once said: “${quote(text)}”`, 'said')

const PLAYER = { names: ['the player', 'the user', 'player', 'user'], pronouns: 'they' } as const

/** A memory, as the character says it to the player it is about. */
export function readMemory({
  content,
  sourceQuote,
}: {
  content: string
  sourceQuote: string | null
}): PlayerStatement {
  const shown = /^the player showed a picture: (.+)$/i.exec(content)
  if (shown !== null)
    return createPlayerStatement(
      closed(`You showed me a picture: ${quote(shown[1] ?? '', 300)}`),
      'remembered',
    )
  const bare = quote(content, SENTENCE_CHARACTERS)
    .replace(/\bthe character is\b/gi, 'I am')
    .replace(/\bthe character\b/gi, 'me')
  const isOwnWords = /\b(?:I|my|I'm)\b/.test(bare) && !/\bplayer\b/i.test(bare)
  const spoken = isOwnWords ? exchangePersons(bare) : toSecondPerson(bare)
  return createPlayerStatement(
    closed(capitalise(spoken.replace(FEELS, 'You are '))),
    sourceQuote === null ? 'remembered' : 'told',
  )
}

/** Who said "I am scared of water" is remembered to feel scared of it: told as it was said, it is told once. */
const FEELS =
  /^You feel (?=(?!like\b|that\b|it\b|for\b)\p{L}+(?: (?:of|about|at|by|with|because|today|tonight|now)\b|[.!]?$))/iu

/** "The player lost his card": nobody else is there whose it may be. */
const withOwnThings = (content: string): string =>
  /^the (?:player|user) (?!and\b)(?:(?:has|had|is|was) )?[\p{L}]+ (?:his|her|their) /iu.test(content) &&
  !/\b(?:herself|himself)\b/.test(content)
    ? content.replace(/ (?:his|her|their) /, " the player's ")
    : content

function toSecondPerson(content: string): string {
  if (/\bplayer\b|\buser\b/i.test(content))
    return fromThirdPerson(withOwnThings(content), PLAYER, { to: 'second' })
  const startsWithVerb =
    /^(?:likes|loves|hates|dislikes|lives|works|plays|has|is|was|wants|owns|prefers|enjoys|studies|speaks|knows|moved|needs|keeps|eats|drinks|told|said|asked|went|feels)\b/i.test(
      content,
    )
  if (!startsWithVerb) return content
  const lowered = content.charAt(0).toLowerCase() + content.slice(1)
  return `You ${fromThirdPerson(lowered, PLAYER, { startsWithVerb, to: 'second' })}`
}

/** A core fact about the player, or about somebody they know: `home`, `beatriz.job`. */
export function readFact({ factKey, factValue }: Recalled['facts'][number]): PlayerStatement {
  const value = quote(factValue, VALUE_CHARACTERS)
  const at = factKey.lastIndexOf('.')
  const about = factKey.slice(at + 1).replaceAll('_', ' ')
  const slot = about.startsWith('favourite ') ? `favourite ${about.slice(10)}` : about
  if (at < 0) return createPlayerStatement(phraseFact(about, value), 'remembered', { slot, value })
  const whose = capitalise(factKey.slice(0, at).replaceAll('_', ' '))
  return createPlayerStatement(`${whose}'s ${about} is ${value}.`, 'remembered', { slot: factKey, value })
}

function phraseFact(about: string, value: string): string {
  switch (about) {
    case 'home':
    case 'city':
    case 'town':
      return `You live in ${value}.`
    case 'origin':
      return `You come from ${value}.`
    case 'job':
      return `You work as ${/^(?:an?|the) /.test(value) ? value : `${/^[aeiou]/i.test(value) ? 'an' : 'a'} ${value}`}.`
    case 'employer':
      return `You work for ${value}.`
    case 'age':
      return /^\d+$/.test(value) ? `You are ${value} years old.` : `You are ${value}.`
    case 'study':
      return `You study ${value}.`
    case 'likes':
      return `You like ${value}.`
    case 'diet':
      return `You are ${value}.`
    case 'language':
      return `You speak ${value}.`
    case 'pet':
      return `You have ${value}.`
    default:
      return `Your ${about} is ${value}.`
  }
}

/**
 * What holds now, oldest first: of each slot only what was said last, marked when it corrects something; nothing that
 * another one says, too.
 */
export function currentStatements(told: readonly PlayerStatement[]): readonly PlayerStatement[] {
  const latest = new Map<string, PlayerStatement>()
  const corrected = new Set<string>()
  const texts = new Map<string, PlayerStatement>()
  for (const one of told) {
    // No key holds a NUL. That of a text is taken as it is: hundreds are gone through in a turn, and few have slots.
    const key = one.slot === undefined ? one.key : `\0${one.slot}`
    if (one.isCorrection) dropCorrected(latest, one)
    const before = latest.get(key)
    if (
      before !== undefined &&
      one.slot !== undefined &&
      before.value.toLowerCase() !== one.value.toLowerCase()
    )
      corrected.add(key)
    // What is said anew is newer than all that was said meanwhile.
    latest.delete(key)
    latest.set(key, one)
  }
  for (const [key, one] of latest) {
    texts.delete(one.key)
    texts.set(one.key, corrected.has(key) && !one.isCorrection ? { ...one, isCorrection: true } : one)
  }
  return [...texts.values()]
}

/** Of what is corrected only the correction holds: "Your car is green" for "Your car is blue". */
function dropCorrected(latest: Map<string, PlayerStatement>, { text }: PlayerStatement): void {
  const subject = SUBJECT.exec(text)?.[0].toLowerCase()
  if (subject === undefined) return
  for (const [key, other] of latest)
    if (other.text.toLowerCase().startsWith(`${subject} `)) latest.delete(key)
}

export const valueOfSlot = (statements: readonly PlayerStatement[], slot: string): string | undefined =>
  statements.find((one) => one.slot === slot)?.value

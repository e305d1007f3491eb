import { lemmaOf } from '../language/lemma.js'
import { oppositesOf, RELATED } from '../language/synonyms.js'
import { isFunctionWord, lemmasOf, wordsOf } from '../language/text.js'
import { baseOfPast, isBaseVerb } from '../language/verbs.js'
import { isNegated } from '../statements/statement.js'
import type { QueryTerm } from '../statements/statement-index.js'
import { cycleOf } from './calendar.js'
import { type Focus, focusOf } from './focus.js'
import { untagged, withSubjectInPlace } from './forms.js'
import { kindOf, type QuestionKind } from './question-kind.js'
import { strip } from './strip.js'

/** What a question asks for, and of whom. */
export type Question = {
  readonly text: string
  readonly words: readonly string[]
  readonly kind: QuestionKind
  /** Whose matters are asked about: those of the character, or of the player. */
  readonly about: 'self' | 'player'
  readonly terms: readonly QueryTerm[]
  /** What an answer must hold. */
  readonly focus: Focus
  /** It asks what somebody or something is called. */
  readonly asksName: boolean
  /** "Should I …?", "May I …?" */
  readonly asksAdvice: boolean
  /** It asks what "you" do, are or have. */
  readonly asksYou: boolean
  readonly isNegated: boolean
  readonly isPast: boolean
  /** It asks how something was before it was as it is now. */
  readonly asksFormer: boolean
  /** It goes back to what was said before: "Why?", "Where does he live?" */
  readonly isFollowUp: boolean
}

const WORDS_MAX = 60
/** Words that stand in many questions and hardly narrow them. */
const VAGUE = new Set(
  `able normal usual proper finest long old time first best big new good great nice day year thing people place person man woman today tell use take think find feel
work live own bring come keep put see look want need free own usually normally ago big tall far fast often early late dear sir madam
captain real exact current different type kind sort piece stuff bit little whole possible ok sure town number else start last begin subject board like
mean try slice piece cup glass bottle plate bowl problem trouble issue guest customer visitor client make give spend become turn order well little remember favour call here there tonight tomorrow job profession occupation trade career`
    .split(/\s+/)
    .flatMap((word) => [word, lemmaOf(word)]),
)
/** Of these a yes/no question is about. */
const QUALITIES = new Set('big new good great nice tall far fast old free real early late long'.split(' '))
const DOINGS = new Set('see hear work live read feel'.split(' '))
const VAGUE_WEIGHT = 0.3
/** What the kind of the question says already. */
const SAID_BY_KIND: Readonly<Partial<Record<QuestionKind, ReadonlySet<string>>>> = {
  when: new Set(['time', 'day', 'year', 'month', 'date', 'hour']),
  where: new Set(['place', 'city', 'town', 'country', 'village']),
  'how many': new Set(['number']),
  'how old': new Set(['old', 'age']),
  'how long': new Set(['long', 'year', 'time', 'take']),
  'how much': new Set([
    'big',
    'tall',
    'fast',
    'far',
    'often',
    'cost',
    'charg',
    'charge',
    'price',
    'pric',
    'fee',
    'pay',
  ]),
}

/** Reads what one sentence asks for. `before` is what the player said right before, in the same message or earlier. */
export function readQuestion(
  sentence: string,
  before: {
    readonly terms: readonly string[]
    readonly isNear?: boolean
    readonly ownNames?: readonly string[]
  },
): Question {
  const text = withSubjectInPlace(untagged(strip(sentence)))
  const words = wordsOf(text).slice(0, WORDS_MAX)
  const kind = kindOf(text, words)
  const about = subjectOf(words, text)
  const named = [...new Set(lemmasOf(words))].filter(
    (lemma) => !isMeta(lemma, kind) && !(lemma === 'pay' && PAYS.test(text)),
  )
  const specific = named.filter(
    (lemma) => SAID_BY_KIND[kind]?.has(lemma) !== true && !(isOfThing(text) && lemma === BORN),
  )
  // "How tall are you?" asks for nothing else.
  const own = specific.length === 0 && kind === 'how much' ? named : specific
  const focus = focusOf(text, words, before.ownNames ?? [])
  const isFollowUp =
    goesBack(words, own) || (before.isNear === true && own.every((lemma) => VAGUE.has(lemma)))
  const context = isFollowUp ? before.terms.filter((lemma) => !own.includes(lemma)).slice(0, 6) : []
  return {
    text,
    words,
    kind,
    about,
    terms: withOneThatCounts([
      ...ownTerms(own, { words, kind, verb: focus.verb }),
      ...context.map((lemma) => ({
        ...termOf(lemma, kind, { count: 9, isLast: false }),
        weight: own.length === 0 ? 1 : weightOfTopic(words),
      })),
    ]),
    focus,
    asksName: kind !== 'yes-no' && ASKS_NAME.test(text),
    asksAdvice: ADVICE.test(text),
    asksYou: ASKS_YOU.test(text),
    isNegated: isNegated(words.slice(1)),
    isPast: isAskedOfPast(words),
    asksFormer: isAskedOfPast(words) && ASKS_FORMER.test(text),
    isFollowUp,
  }
}

/** Whom "she" stands for counts nearly as much as what is asked of her. */
const weightOfTopic = (words: readonly string[]): number =>
  words.some((word) => /^(?:he|she|him|her|his)$/.test(word)) ? 0.7 : 0.4

/** "Which of your sons bakes?": the answer may only name him. */
const AMONG = /^(?:and |so )?which of (?:your|the|those|these) (?:\w+ )?(\w+)/

/** What the question itself asks about, a term each. */
function ownTerms(
  own: readonly string[],
  { words, kind, verb }: Pick<Question, 'words' | 'kind'> & { readonly verb: string | undefined },
): readonly QueryTerm[] {
  const alternatives = alternativesIn(words)
  const among = kind === 'which' && own.length > 1 ? AMONG.exec(words.join(' '))?.[1] : undefined
  return own
    .filter((lemma) => !alternatives.has(lemma))
    .map((lemma, at) => {
      const isLast = at === own.length - 1
      const term = withAlternatives(termOf(lemma, kind, { count: own.length, isLast }), alternatives)
      return among !== undefined && lemma === lemmaOf(among)
        ? { ...term, weight: VAGUE_WEIGHT }
        : weighted(term, isLast, lemma === verb)
    })
}

/** "Where does the maple come from?" asks for no birth. */
const isOfThing = (text: string): boolean =>
  /\bdo(?:es)? (?:the|your|this|that) .{2,40} come from\b/i.test(text)
const BORN = lemmaOf('born')

/** Where all words are vague, all of them count. */
const withOneThatCounts = (terms: readonly QueryTerm[]): readonly QueryTerm[] =>
  terms.some(({ weight }) => weight >= 1) ? terms : terms.map((term) => ({ ...term, weight: 1 }))

const ASKS_NAME =
  /\b(?:called|names?\b(?! (?:the|a|me|one)\b)|named)\b|\bcall (?:your|my|the|it|him|her|them|you)\b/i
const ASKS_YOU =
  /\b(?:do|did|are|were|have|can|could|will|would|must|got) you\b|\byou (?:have|got|like|do)\b/i

const ASKS_FORMER =
  /\b(?:before(?! you| i| we|\w)|previously|formerly|former|earlier|used? to)\b|\bdid you (?:live|work|do|stay|dwell)\b.{0,40}\bbefore\b/i

const isAskedOfPast = (words: readonly string[]): boolean =>
  words.slice(0, 4).some((word) => ['did', 'was', 'were', 'had', "didn't"].includes(word)) ||
  words.slice(0, 3).some((word) => baseOfPast(word) !== undefined && !NO_PAST.has(word))

/** Forms of the present that look like the past. */
const NO_PAST = new Set('do does have are is read put set cut let'.split(' '))

/** "brothers or sisters": the second may stand for the first. */
function alternativesIn(words: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [at, word] of words.entries()) {
    const [one, other] = [words[at - 1], words[at + 1]]
    if (word !== 'or' || one === undefined || other === undefined) continue
    if (!isFunctionWord(one) && !isFunctionWord(other)) found.set(lemmaOf(other), lemmaOf(one))
  }
  return found
}

function withAlternatives(term: QueryTerm, alternatives: ReadonlyMap<string, string>): QueryTerm {
  const others = [...alternatives].flatMap(([other, one]) => (one === term.lemma ? [other] : []))
  if (others.length === 0) return term
  return { ...term, variants: new Map([...term.variants, ...others.map((other) => [other, 1] as const)]) }
}

const ADVICE =
  /\bis it (?:ok|okay|all right|alright|fine|possible|allowed|permitted) (?:if (?:i|we)|for me|to)\b|\bam i allowed\b|\bare we allowed\b|\b(?:can|could|may|might|must|should|shall|would) (?:i|we|one|visitors|guests|anyone|someone|somebody|people)\b|\bdo (?:i|we) (?:need|have to|get|find|reach|go)\b|\bhow (?:do|would|does) (?:i|we|one)\b|\b(?:can|could|may|might|must|should|shall|will) (?:my|our) \p{L}+\b|\b(?:how (?:long|much|many|early|late|soon|often)|when|where|what) will (?:i|we|it|that)\b|\bwho (?:will )?(?:helps?|shows?|takes?|brings?|meets?|fetches?|tells?) (?:me|us)\b|\bhow long until (?:i|we)\b/iu

/** Of another day a statement may tell that this one is not among those it names. */
const OTHER_DAY = 0.5

function termOf(
  lemma: string,
  kind: QuestionKind,
  { count, isLast }: { count: number; isLast: boolean },
): QueryTerm {
  const variants = new Map(RELATED.get(lemma) ?? [])
  if (kind === 'yes-no')
    for (const other of cycleOf(lemma)) if (other !== lemma) variants.set(other, OTHER_DAY)
  if (kind === 'yes-no' || kind === 'opinion')
    for (const opposite of oppositesOf(lemma))
      variants.set(opposite, Math.max(variants.get(opposite) ?? 0, 0.65))
  const isVague =
    VAGUE.has(lemma) &&
    count > 1 &&
    !(kind === 'yes-no' && ((isLast && QUALITIES.has(lemma)) || DOINGS.has(lemma)))
  return { lemma, weight: isVague ? VAGUE_WEIGHT : 1, variants }
}

/** In "What does the ship carry?" the verb counts most. */
const weighted = (term: QueryTerm, isLast: boolean, isVerb: boolean): QueryTerm =>
  (isLast || isVerb) && term.weight === 1 && isBaseVerb(term.lemma) ? { ...term, weight: 1.25 } : term

/** Words of the asking itself. */
const isMeta = (lemma: string, kind: QuestionKind): boolean =>
  ['recall', 'forget', 'again', 'question', 'ask', 'be'].includes(lemma) ||
  (['remember', 'think', 'tell', 'hear', 'opinion', 'view', 'speak', 'talk'].includes(lemma) &&
    (kind === 'tell' || kind === 'opinion')) ||
  lemma === 'remember'

/** "What do I like?" and "Where is my home?" ask about the player; "Can I come?", "tell me" and "Could you mend my car?" do not. */
function subjectOf(words: readonly string[], text: string): Question['about'] {
  if (!words.some((word) => OF_PLAYER.test(word))) return 'self'
  const bare = text.replace(
    /\b(?:tell|show|give|help|teach|remind|sing|for|to|with|let|of) me\b|\bif i\b/gi,
    ' ',
  )
  if (REMEMBERS.test(bare)) return 'player'
  if (PAYS.test(bare)) return 'self'
  if (/\b(?:do|does|did|are|can|could|will|would|have|were|may|might) you\b/i.test(bare)) return 'self'
  if (
    /\b(?:you|your)\b/i.test(bare) &&
    !/\b(?:my|i (?:am|was|do|did|have|like|love|hate|said|told|tell|say))\b|\b(?:do|did|am|was|have|can|should) i\b/i.test(
      bare,
    )
  )
    return 'self'
  return /\b(?:what|how much) (?:does it|is it|will it|would it)\b/i.test(bare) ||
    !/\b(?:i|me|my|mine|myself|i'm|i've|am)\b/i.test(bare)
    ? 'self'
    : 'player'
}

/** What the player pays is the price of what the character has. */
const PAYS =
  /\b(?:what|how much) (?:do|must|should|would|will) i (?:have to )?(?:pay|owe you)\b|^(?:do|must|will) (?:i|we) (?:have to |need to )?pay (?:extra )?for\b/i
const OF_PLAYER = /^(?:i|me|my|mine|myself|i'm|i've|am)$/
const REMEMBERS =
  /\b(?:about me|remember|recall|forget|forgotten|you know (?:my|what i|where i|who i|that i|how i)|i (?:said|told|tell|say|mentioned))\b/i

const PRONOUNS = new Set(
  'he she it they him her them his its their that this those these there then such one'.split(' '),
)

/** Without a subject of its own, or with a pronoun for it. */
function goesBack(words: readonly string[], own: readonly string[]): boolean {
  const specific = own.filter((lemma) => !VAGUE.has(lemma))
  if (
    words.length > 0 &&
    words.length < 6 &&
    specific.length === 0 &&
    !words.some((word) => /^(?:you|your|i|my|me)$/.test(word))
  )
    return true
  return words.some((word) => PRONOUNS.has(word)) && specific.length < 3
}

/** What a text leaves for the next question to go back to. */
export const topicOf = (text: string): readonly string[] => [
  ...new Set(
    lemmasOf(wordsOf(text.slice(0, 400))).filter((lemma) => !VAGUE.has(lemma) && !isFunctionWord(lemma)),
  ),
]

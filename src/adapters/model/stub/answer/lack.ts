import { lemmaOf } from '../language/lemma.js'
import { isBaseVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { Match } from '../statements/statement-index.js'

/** What a statement counts that lacks something of what is asked for. */
const WITHOUT_NAME = 0.4
const WITHOUT_HEAD = 0.6
export const WITHOUT_VERB = 0.95
/** Who did it, and where, is told only by what says that it was done. */
const WITHOUT_VERB_OF: Readonly<Partial<Record<Question['kind'], number>>> = { who: 0.6, where: 0.8 }
const WITHOUT_KIND = 0.8
const OF_ANOTHER = 0.5
const WITHOUT_DWELLING = 0.7
const WITHOUT_DENIAL = 0.6
/** What is asked for with a "not" is not answered by what is so; "Why not?" may be. */
const WANTS_DENIAL: ReadonlySet<Question['kind']> = new Set(['yes-no', 'what', 'which', 'who', 'where'])
export const DENIES =
  /\b(?:allergic|intolerant|dislikes?|hates?|detest|loathe|afraid|avoid|vegan|vegetarian|diabetic|only|except)\b/i

/** How much of what an answer must hold a statement lacks, as a factor. */
export function lackOf(
  { focus: { names, heads, modifiers, verb }, terms, words, asksYou, kind, isNegated }: Question,
  { statement, held }: Match<Statement>,
): number {
  let factor = 1
  // "Which gallery …?", but not "Which of your sons …?"
  const asked = kind === 'which' ? lemmaOf(WHICH.exec(words.join(' '))?.[1] ?? '') : undefined
  for (const [index, { lemma, weight }] of terms.entries()) {
    const isHeld = (held & (1 << index)) !== 0
    if (isHeld) continue
    if (names.has(lemma) || /^[12]\d{3}$/.test(lemma)) factor *= WITHOUT_NAME
    else if (kind === 'which' && lemma === asked && isMoreMissing(terms, held)) factor *= WITHOUT_KIND
    else if (heads.has(lemma) || (weight >= 1 && modifiers.has(lemma))) factor *= WITHOUT_HEAD
    else if (kind === 'where' && DWELLS.has(lemma)) factor *= WITHOUT_DWELLING
    else if (lemma === verb) factor *= WITHOUT_VERB_OF[kind] ?? WITHOUT_VERB
  }
  if (isNegated && WANTS_DENIAL.has(kind) && !statement.isNegated && !DENIES.test(statement.text))
    factor *= WITHOUT_DENIAL
  if (!isNegated && kind === 'what' && DENIAL.test(statement.text) && POSITIVE.test(words.join(' ')))
    factor *= OF_DENIAL
  if (isOtherOne(terms, words, statement)) factor *= OF_OTHER_ONE
  if (isOpposite(words, statement)) factor *= OF_OPPOSITE
  return asksYou && isOthersDoing(terms, statement) ? factor * OF_ANOTHER : factor
}

const isMoreMissing = (terms: Question['terms'], held: number): boolean =>
  terms.filter(({ weight }, at) => weight >= 1 && (held & (1 << at)) === 0).length > 1

const WHICH = /\bwhich (?:of the (?:two |three |four )?)?([\p{L}-]+)/u
/** Where somebody lives is not where they come from. */
const DWELLS: ReadonlySet<string> = new Set(['live', 'work'])
const OF_OTHER_ONE = 0.7
/** Who is the youngest is not told by who is the oldest. */
const OF_OPPOSITE = 0.4
const ENDS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:youngest|younger)$/, /^(?:oldest|eldest|older|elder)$/],
  [/^first$/, /^(?:second|third|last)$/],
  [/^last$/, /^first$/],
  [/^(?:biggest|largest|longest|tallest|highest)$/, /^(?:smallest|shortest|lowest)$/],
  [/^best$/, /^worst$/],
]

/** It tells of the other end of what is asked for. */
export const isOpposite = (asked: readonly string[], { words }: Pick<Statement, 'words'>): boolean =>
  ENDS.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]).some(
    ([one, other]) =>
      asked.some((word) => one.test(word)) &&
      words.some((word) => other.test(word)) &&
      !words.some((word) => one.test(word)),
  )

const OF_DENIAL = 0.6
const DENIAL = /^(?:(?:I|We) (?:\w+ )?(?:no|not|never|don't|won't|cannot|can't|wouldn't)|No)\b/
/** What somebody likes is not told by what they do not. */
const POSITIVE =
  /\b(?:do|does|did|would) (?:you|he|she|they) (?:\w+ )?(?:like|love|enjoy|eat|drink|prefer|want|wear|need|sell|offer|keep|collect|play)\b|\bhave you got\b|\bfor sale\b/
const WHICH_ONE = /^(?:first|second|third|former|previous|last|other|old|next|only)$/

/** "My first boat was the Brendan" is not about the boat that somebody has now. */
function isOtherOne(terms: Question['terms'], asked: readonly string[], { words }: Statement): boolean {
  const isAsked = (word: string) =>
    terms.some(({ lemma }) => lemma === lemmaOf(word) || (lemma.length > 2 && word.startsWith(lemma)))
  return words.some(
    (word, at) =>
      WHICH_ONE.test(word) &&
      !asked.includes(word) &&
      /^(?:my|our|the)$/.test(words[at - 1] ?? '') &&
      isAsked(words[at + 1] ?? ''),
  )
}

/** Asked what "you" do, "my brother lives in Rome" is no answer, though the verb is the same. */
function isOthersDoing(terms: Question['terms'], { source, text, lemmas }: Statement): boolean {
  if (source !== 'persona' || !RELATIVE.test(text)) return false
  const shared = terms.filter(({ lemma }) => lemmas.includes(lemma))
  return shared.length > 0 && shared.every(({ lemma }) => isBaseVerb(lemma))
}

export const RELATIVE =
  /^(?:my|our|his|her) (?:\p{L}+ ){0,2}(?:mother|father|brother|sister|son|daughter|wife|husband|uncle|aunt|friend|cousin|boss|rival|enemy|partner|owner|apprentice|captain|colleague|neighbour|assistant|predecessor|grandmother|grandfather|twin|master|teacher|mum|mom|dad|gran|grandma|grandpa|stepmother|stepfather)\b/iu

/** Asked for a name, a statement must hold one beside what is named: "my ship Meridian", "my dog is called Rex". */
export function nameFit(
  { asksName, terms, words: asked, focus: { names } }: Question,
  { text, source }: Statement,
): number {
  if (!asksName) return 1
  const isAsked = (noun: string) => {
    const lemma = lemmaOf(noun.toLowerCase())
    // "Osgood's shop": what bears the name is the shop.
    if (names.has(lemma)) return false
    return terms.some((term) => term.lemma === lemma || term.variants.has(lemma))
  }
  for (const { 1: noun = '' } of text.matchAll(NAMED)) if (isAsked(noun)) return 1.3
  if (!namesAnother(asked, text)) return WITHOUT_ANOTHER_NAME
  if (source !== 'persona') return /\S\s(?!I\b)\p{Lu}/u.test(text) ? 1 : 0.7
  const isNear = text
    .replace(PLACED, ' ')
    .split(BESIDE)
    .some((part) => isNamedNearby(part, isAsked))
  return isNear ? 1 : 0.7
}

const WITHOUT_ANOTHER_NAME = 0.65
const NO_NAME =
  /^(?:I|I'm|I've|My|Our|Your|The|An?|He|She|It|We|They|You|His|Her|Its|Their|There|This|That|These|Those|When|If|In|On|At|Every|Nobody|Mr|Mrs|Ms|Miss|Dr|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December)$/

/** "a Belgian banker" */
const OF_NATION =
  /^\p{Lu}\p{Ll}+(?:[aei]an|ish|ese)$|^(?:French|Dutch|Welsh|Greek|Czech|Swiss|Christmas|Easter)$/u

/** A name that the question has not itself: "Mr Haverkamp does that" tells no first name. */
const namesAnother = (asked: readonly string[], text: string): boolean =>
  (text.match(/(?<=[\p{L}\p{N},;:“"')] )\p{Lu}[\p{L}'’-]*|^\p{Lu}\p{Ll}+(?= \p{Ll})/gu) ?? []).some(
    (name) =>
      !NO_NAME.test(name) &&
      !OF_NATION.test(name) &&
      !asked.some((word) => word.replace(/'s$/, '') === name.toLowerCase().replace(/['’]s$/, '')),
  )

/** "my shop on Gillygate" is not called that. */
const PLACED = / (?:in|at|near|on|from|Mrs?|Ms|Miss) \p{Lu}[\p{L}'’-]*/gu
/** What a name before it does not name: "the painter Ines Dahl, and three geese". */
const BESIDE = /;|, (?:and|but|or|while) /

function isNamedNearby(part: string, isAsked: (noun: string) => boolean): boolean {
  const words = part.match(/[\p{L}\p{N}'’-]+/gu) ?? []
  return words.some(
    (word, at) =>
      at > 0 &&
      /^(?!I\b|I'|I’)\p{Lu}/u.test(word) &&
      // Odile's falcon is not called Odile.
      !/['’]s$/.test(word) &&
      !(OF_NATION.test(word) && /^\p{Ll}/u.test(words[at + 1] ?? '')) &&
      words
        .slice(Math.max(0, at - NAME_REACH), at + NAME_REACH + 1)
        .some((near) => near !== word && !/['’]s$/.test(near) && isAsked(near)),
  )
}

/** So many words lie between a name and what bears it. */
const NAME_REACH = 3

const NAMED =
  /(?<!\p{Ll})(\p{Ll}{2,30}),? (?:is called |are called |is named |called |named |is |are |(?:a|an) )?\p{Lu}/gu

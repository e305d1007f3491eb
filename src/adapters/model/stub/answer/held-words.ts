import { associatesOf, CLOSE } from '../language/associations.js'
import { isBaseVerb } from '../language/verbs.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import { weightIn } from '../statements/statement-index.js'
import type { Sources } from './find-answer.js'

/** What is the same for all candidates of a question. */
export type Asked = {
  readonly question: Question
  readonly rarity: Rarity
}

export const askedOf = (question: Question, sources: Pick<Sources, 'own' | 'documents'>): Asked => ({
  question,
  rarity: rarityIn(sources),
})

/** How rare a word is among all sentences: 1 where nothing has it; and in how many it is. */
type Rarity = (lemma: string) => { readonly share: number; readonly count: number }

function rarityIn({ own, documents }: Pick<Sources, 'own' | 'documents'>): Rarity {
  const size = own.sentences + documents.sentences
  return (lemma) => {
    const count = own.countOf(lemma) + documents.countOf(lemma)
    return { count, share: Math.log(1 + size / Math.max(1, count)) / Math.log(1 + Math.max(size, 1)) }
  }
}

export const isHeldBy = ({ lemma, variants }: Question['terms'][number], other: string): boolean =>
  lemma === other || variants.has(other)

/** How the words of the question stand in a statement: themselves, by others that are alike, by what comes to mind with them. */
export function heldWords(asked: Asked, statement: Statement) {
  const { terms, focus } = asked.question
  const signs = { verbExact: 0, verbAlike: 0, verbMissing: 0, verbThought: 0, nameMissing: 0, headMissing: 0 }
  const shares = { exact: 0, alike: 0, missing: 0, closeThought: 0, looseThought: 0, unthought: 0 }
  const content = { all: 0, covered: 0, missingNouns: 0 }
  const most = { rarity: 0, unique: 0, thoughts: 0, thoughtRarity: 0 }
  let all = 0
  for (const term of terms) {
    const { lemma, weight } = term
    const own = weightIn(statement.lemmas, term)
    const isNear = own > 0 || weightIn(statement.context, term) > 0
    const thought = isNear ? NO_THOUGHT : thoughtOf(asked, lemma, statement)
    all += weight
    if (own === 1) shares.exact += weight
    else if (own > 0) shares.alike += weight
    else if (!isNear) {
      shares.missing += weight
      shares[thought.share] += weight
    }
    most.thoughts += thought.count
    most.thoughtRarity = Math.max(most.thoughtRarity, thought.rarity)
    if (weight >= 1) {
      content.all += 1
      if (isNear || thought.count > 0) content.covered += 1
      if (!isNear && lemma !== focus.verb && !isBaseVerb(lemma)) content.missingNouns += 1
    }
    if (lemma === focus.verb) Object.assign(signs, verbSigns({ own, isNear, isThought: thought.count > 0 }))
    if (focus.names.has(lemma) && own === 0) signs.nameMissing = isNear ? 0.5 : 1
    if (focus.heads.has(lemma) && own === 0) signs.headMissing = isNear ? 0.5 : 1
    if (own === 1 && weight >= 1) {
      const { share, count } = asked.rarity(lemma)
      most.rarity = Math.max(most.rarity, share)
      if (count === 1) most.unique = 1
    }
  }
  const share = (part: number) => (all === 0 ? 0 : part / all)
  const isCovered = content.covered === content.all
  return {
    exact: share(shares.exact),
    alike: share(shares.alike),
    missing: share(shares.missing),
    closeThought: share(shares.closeThought),
    looseThought: share(shares.looseThought),
    unthought: share(shares.unthought),
    nounsMissing: Math.min(content.missingNouns, NOUNS) / NOUNS,
    ...most,
    thoughts: Math.min(most.thoughts, THOUGHTS) / THOUGHTS,
    ...signs,
    allCovered: Number(content.all > 0 && isCovered),
    contentShare: content.all === 0 ? 0 : content.covered / content.all,
    oneContent: Number(content.all <= 1),
    oneCovered: Number(content.all <= 1 && isCovered),
  }
}

const verbSigns = ({ own, isNear, isThought }: { own: number; isNear: boolean; isThought: boolean }) => ({
  verbExact: Number(own === 1),
  verbAlike: Number(own > 0 && own < 1),
  verbMissing: Number(!isNear),
  verbThought: Number(isThought),
})

/** More of them do not count for more. */
const NOUNS = 3
const THOUGHTS = 4

type Thought = {
  readonly share: 'closeThought' | 'looseThought' | 'unthought'
  /** How many words of the statement come to mind. */
  readonly count: number
  /** How rare the rarest of them is, as far as it comes to mind. */
  readonly rarity: number
}

const NO_THOUGHT: Thought = { share: 'unthought', count: 0, rarity: 0 }

/** What of a statement comes to mind with a word. */
function thoughtOf({ rarity }: Asked, lemma: string, { lemmas }: Statement): Thought {
  const known = associatesOf(lemma)
  let [closest, count, rarest] = [0, 0, 0]
  for (const other of lemmas) {
    const closeness = known.get(other)
    if (closeness === undefined) continue
    count += 1
    closest = Math.max(closest, closeness)
    rarest = Math.max(rarest, closeness * rarity(other).share)
  }
  if (count === 0) return NO_THOUGHT
  return { share: closest === CLOSE ? 'closeThought' : 'looseThought', count, rarity: rarest }
}

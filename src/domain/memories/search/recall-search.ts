import type { Clock } from '../../clock.js'
import { estimateTokens } from '../../estimate-tokens.js'
import { toOneLine } from '../../one-line.js'
import type { RankingFeatures } from '../../retrieval/factors.js'
import { chooseMemories, mergeRounds, type ScoredItem } from '../../retrieval/rank.js'
import type { CorpusHits } from '../../retrieval/search-corpus.js'
import type { Similarity } from '../../retrieval/similarity.js'
import { createTokenBudget } from '../../retrieval/token-budget.js'
import { activeMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'
import { featuresOf } from './match-memories.js'
import type { MemoryCorpora } from './memory-corpora.js'
import { isTurnDocument, type MemoryItem, memoriesAndTurnsBefore } from './memory-source.js'
import { featuresOfItem, hintsOf } from './recall-hints.js'
import type { Recalled, RecalledTurn, RecallQuery, RecallReason } from './recall-port.js'
import { topicWordsOf } from './recall-topics.js'

export type RecallSearchDeps = {
  readonly memories: Pick<MemoryRepository, 'list'>
  readonly memoryCorpora: Pick<MemoryCorpora, 'search'>
  readonly clock: Pick<Clock, 'now'>
  readonly similarity: Similarity
}

/** How much of a prompt memories and old turns take together, in tokens. */
export const RECALLED_TOKENS = 1000
/** Of these, old turns. */
const TURN_TOKENS = 400
/** What a line takes beside its text. */
const LINE_TOKENS = 4
const TURN_CHARACTERS = 300
/** Hits on which the budget is spent, the best first. */
const MOST_HITS = 40
/** What is less relevant is not about it: a question's commonest word alone stays below. */
const LEAST_RELEVANCE = { memory: 0.15, turn: 0.4 }
/** One word of the many for a topic is enough. */
const LEAST_BY_TOPIC = 0.04

export type RecallSearch = {
  readonly question: RecallQuery
  readonly facts: readonly CoreFactRecord[]
  readonly signal: AbortSignal
}

type Found = Pick<Recalled, 'memories' | 'turns' | 'scores' | 'reasons'>
type Ranked = Pick<ScoredItem<MemoryItem>, 'item' | 'text' | 'score'>

/**
 * The memories and earlier turns most relevant to the player's words, up to the token budget; for "What do you know about
 * me?" the strongest memories.
 */
export async function searchRecall(deps: RecallSearchDeps, search: RecallSearch): Promise<Found> {
  const { text } = search.question
  return asksForAll(text)
    ? affordable(await strongest(deps, search), ({ factors }) => ({ way: 'strength', factors }))
    : affordable(await mostRelevant(deps, search), reasonOf)
}

/** "What do you know about me?" has no word to search for: all that is best remembered is meant. */
const asksForAll = (text: string): boolean =>
  /\b(?:(?:know|remember|recall|learn(?:ed|t)?)\b.{0,20}\babout me|tell me about (?:me|myself)|who am i|(?:remember|know) me)\b/i.test(
    text,
  )

type Strong = Ranked & { readonly factors: RecallReason['factors'] }

async function strongest(deps: RecallSearchDeps, { question }: RecallSearch): Promise<Strong[]> {
  const now = deps.clock.now()
  const all = await activeMemories(deps, question.pair)
  return all
    .map((memory) => {
      const { retrievability, importance } = featuresOf(memory, now)
      return { memory, score: retrievability * importance, factors: { retrievability, importance } }
    })
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, MOST_HITS)
    .map(({ memory, ...strong }) => ({ item: { kind: 'memory', memory }, text: memory.content, ...strong }))
}

async function mostRelevant(
  deps: RecallSearchDeps,
  { question, facts, signal }: RecallSearch,
): Promise<ScoredItem<MemoryItem>[]> {
  const { pair, text, before, shown, ignore } = question
  const topic = topicWordsOf(text)
  const least = topic === undefined ? LEAST_RELEVANCE.memory : LEAST_BY_TOPIC
  const found = await deps.memoryCorpora.search(pair, {
    text,
    // A question with a topic of its own says more about what it wants than what was said before it.
    context: topic ?? before,
    ignore,
    // What the prompt holds anyway is not told twice.
    only: memoriesAndTurnsBefore(shown.from),
    leastRelevance: {
      any: least,
      of: (id) => (isTurnDocument(id) ? LEAST_RELEVANCE.turn : least),
    },
    signal,
  })
  return mergeRounds(rankRounds(deps, found, facts))
}

const reasonOf = ({ hit, round }: Pick<ScoredItem<MemoryItem>, 'hit' | 'round'>): RecallReason => ({
  way: round === 0 ? 'question' : 'context',
  similarity: hit.relevance,
  lexical: hit.candidate.lexical,
  cosine: hit.candidate.cosine,
  factors: hit.factors,
})

function rankRounds(
  { clock, similarity }: Pick<RecallSearchDeps, 'clock' | 'similarity'>,
  { rounds, weights }: CorpusHits<MemoryItem>,
  facts: readonly CoreFactRecord[],
) {
  const now = clock.now()
  const names = facts.flatMap(({ factKey, factValue }) => (factKey === 'name' ? [factValue] : []))
  // Most of what the text finds its context finds again.
  const known = new Map<MemoryItem, RankingFeatures>()
  const featuresOf = (item: MemoryItem): RankingFeatures => {
    const features = known.get(item) ?? featuresOfItem(item, now)
    known.set(item, features)
    return features
  }
  return rounds.map(({ asked, candidates }) =>
    chooseMemories(candidates, {
      weights,
      limit: MOST_HITS,
      similarity,
      hints: hintsOf(asked, { names, now }),
      featuresOf: ({ item }) => featuresOf(item),
    }),
  )
}

function shortened(text: string): string {
  const line = toOneLine(text)
  if (line.length <= TURN_CHARACTERS) return line
  // Two units make a character at most: what lies beyond need not be looked at.
  const characters = [...line.slice(0, 2 * (TURN_CHARACTERS + 1))]
  return characters.length <= TURN_CHARACTERS ? line : `${characters.slice(0, TURN_CHARACTERS).join('')}…`
}

/** What the budget is enough for, the best first. A turn that a memory was made from says it twice. */
function affordable<R extends Ranked>(ranked: readonly R[], reasonFor: (one: R) => RecallReason): Found {
  const budget = createTokenBudget(RECALLED_TOKENS)
  const turnBudget = createTokenBudget(TURN_TOKENS, budget)
  const memories: MemoryRecord[] = []
  const turns: RecalledTurn[] = []
  const scores = new Map<string, number>()
  const reasons = new Map<string, RecallReason>()
  const explain = (id: string, one: R) => {
    scores.set(id, one.score)
    reasons.set(id, reasonFor(one))
  }
  const sources = new Set(ranked.map(({ item }) => (item.kind === 'memory' ? item.memory.messageId : null)))
  for (const one of ranked) {
    const { item, text } = one
    if (item.kind === 'memory') {
      if (!budget.spend(estimateTokens(text) + LINE_TOKENS)) continue
      memories.push(item.memory)
      explain(item.memory.id, one)
      continue
    }
    const { id, role } = item.message
    if (sources.has(id)) continue
    const line = shortened(text)
    if (turnBudget.spend(estimateTokens(line) + LINE_TOKENS)) {
      turns.push({ id, role: role === 'user' ? 'user' : 'assistant', text: line })
      explain(String(id), one)
    }
  }
  return { memories, turns: turns.sort((a, b) => a.id - b.id), scores, reasons }
}

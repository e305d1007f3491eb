import type { Clock } from '../../clock.js'
import { estimateTokens } from '../../estimate-tokens.js'
import { chooseMemories, mergeRounds, type ScoredItem } from '../../retrieval/rank.js'
import type { CorpusHits } from '../../retrieval/search-corpus.js'
import type { Similarity } from '../../retrieval/similarity.js'
import { createTokenBudget } from '../../retrieval/token-budget.js'
import { activeMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { CoreFactRecord, MemoryRecord } from '../record.js'
import { featuresOf } from './match-memories.js'
import type { MemoryCorpora } from './memory-corpora.js'
import { type MemoryItem, messageIdOf } from './memory-source.js'
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
type Ranked = Pick<ScoredItem<MemoryItem>, 'item' | 'text' | 'score'> & {
  readonly reason: () => RecallReason
}

/**
 * The memories and earlier turns most relevant to the player's words, up to the token budget; for "What do you know about
 * me?" the strongest memories.
 */
export async function searchRecall(deps: RecallSearchDeps, search: RecallSearch): Promise<Found> {
  const { text } = search.question
  return affordable(asksForAll(text) ? await strongest(deps, search) : await mostRelevant(deps, search))
}

/** "What do you know about me?" has no word to search for: all that is best remembered is meant. */
const asksForAll = (text: string): boolean =>
  /\b(?:(?:know|remember|recall|learn(?:ed|t)?)\b.{0,20}\babout me|tell me about (?:me|myself)|who am i|(?:remember|know) me)\b/i.test(
    text,
  )

async function strongest(deps: RecallSearchDeps, { question }: RecallSearch): Promise<Ranked[]> {
  const now = deps.clock.now()
  const all = await activeMemories(deps, question.pair)
  return all
    .map((memory) => {
      const { retrievability, importance } = featuresOf(memory, now)
      return { memory, score: retrievability * importance, factors: { retrievability, importance } }
    })
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, MOST_HITS)
    .map(({ memory, score, factors }) => ({
      ...{ item: { kind: 'memory', memory }, text: memory.content, score },
      reason: () => ({ way: 'strength', factors }),
    }))
}

async function mostRelevant(
  deps: RecallSearchDeps,
  { question, facts, signal }: RecallSearch,
): Promise<Ranked[]> {
  const { pair, text, before, shown, ignore } = question
  const topic = topicWordsOf(text)
  const least = topic === undefined ? LEAST_RELEVANCE.memory : LEAST_BY_TOPIC
  const found = await deps.memoryCorpora.search(pair, {
    text,
    // A question with a topic of its own says more about what it wants than what was said before it.
    context: topic ?? before,
    ignore,
    only: (id) => isBeyond(shown, id),
    leastRelevance: {
      any: least,
      of: (id) => (messageIdOf(id) === undefined ? least : LEAST_RELEVANCE.turn),
    },
    signal,
  })
  return mergeRounds(rankRounds(deps, found, facts)).map((ranked) => ({
    ...ranked,
    reason: () => reasonOf(ranked),
  }))
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
  return rounds.map(({ asked, candidates }) =>
    chooseMemories(candidates, {
      weights,
      limit: MOST_HITS,
      similarity,
      hints: hintsOf(asked, { names, now }),
      featuresOf: ({ item }) => featuresOfItem(item, now),
    }),
  )
}

/** What the prompt holds anyway is not told twice. */
const isBeyond = ({ from }: RecallQuery['shown'], documentId: string): boolean => {
  const messageId = messageIdOf(documentId)
  return messageId === undefined || (from !== undefined && messageId < from)
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= TURN_CHARACTERS) return line
  // Two units make a character at most: what lies beyond need not be looked at.
  const characters = [...line.slice(0, 2 * (TURN_CHARACTERS + 1))]
  return characters.length <= TURN_CHARACTERS ? line : `${characters.slice(0, TURN_CHARACTERS).join('')}…`
}

/** What the budget is enough for, the best first. A turn that a memory was made from says it twice. */
function affordable(ranked: readonly Ranked[]): Found {
  const budget = createTokenBudget(RECALLED_TOKENS)
  const turnBudget = createTokenBudget(TURN_TOKENS, budget)
  const memories: MemoryRecord[] = []
  const turns: RecalledTurn[] = []
  const reasons = new Map<string, RecallReason>()
  const sources = new Set(ranked.map(({ item }) => (item.kind === 'memory' ? item.memory.messageId : null)))
  for (const { item, text, reason } of ranked) {
    if (item.kind === 'memory') {
      if (!budget.spend(estimateTokens(text) + LINE_TOKENS)) continue
      memories.push(item.memory)
      reasons.set(item.memory.id, reason())
      continue
    }
    const { id, role } = item.message
    const line = shortened(text)
    if (!sources.has(id) && turnBudget.spend(estimateTokens(line) + LINE_TOKENS)) {
      turns.push({ id, role: role === 'user' ? 'user' : 'assistant', text: line })
      reasons.set(String(id), reason())
    }
  }
  const scores = new Map(ranked.map(({ item, score }) => [idOf(item), score]))
  return { memories, turns: turns.sort((a, b) => a.id - b.id), scores, reasons }
}

const idOf = (item: MemoryItem): string => (item.kind === 'memory' ? item.memory.id : String(item.message.id))

import type { Clock } from '../../clock.js'
import type { ConversationRepository } from '../../conversations/ports.js'
import { estimateTokens } from '../../estimate-tokens.js'
import type { Candidate } from '../../retrieval/ports.js'
import { chooseMemories, relevanceOf, type ScoreWeights } from '../../retrieval/rank.js'
import type { Similarity } from '../../retrieval/similarity.js'
import { activeMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'
import { featuresOf } from './match-memories.js'
import type { MemoryIndexes, OpenedIndex } from './memory-indexes.js'
import { featuresOfTurn, hintsOf } from './recall-hints.js'
import type { Recalled, RecalledTurn, RecallQuery } from './recall-port.js'
import { messageIdOf } from './turn-documents.js'

export type RecallSearchDeps = {
  readonly memories: Pick<MemoryRepository, 'find' | 'list' | 'coreFacts' | 'countsByStatus'>
  readonly conversations: Pick<ConversationRepository, 'find'>
  readonly memoryIndexes: Pick<MemoryIndexes, 'use'>
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
/** What fits less is not about it: a question's commonest word alone stays below. */
const LEAST_REL = { memory: 0.15, turn: 0.4 }
/** What was said before counts half. */
const BEFORE = 0.5

type Found = Pick<Recalled, 'memories' | 'turns'>
type Ranked = { readonly score: number; readonly memory?: MemoryRecord; readonly turn?: RecalledTurn }

/**
 * The memories and earlier turns most relevant to the player's words, up to the token budget; for "What do you know about
 * me?" the strongest memories.
 */
export async function searchRecall(deps: RecallSearchDeps, question: RecallQuery): Promise<Found> {
  const ranked = asksForAll(question.text)
    ? await allOf(deps, question)
    : await deps.memoryIndexes.use(question.pair, (opened) => rank(deps, question, opened))
  return affordable(ranked)
}

/** "What do you know about me?" has no word to search for: all that is best remembered is meant. */
const asksForAll = (text: string): boolean =>
  /\b(?:(?:know|remember|recall|learn(?:ed|t)?)\b.{0,20}\babout me|tell me about (?:me|myself)|who am i|(?:remember|know) me)\b/i.test(
    text,
  )

async function allOf(deps: RecallSearchDeps, { pair }: RecallQuery): Promise<Ranked[]> {
  const now = deps.clock.now()
  const all = await activeMemories(deps, pair)
  return all
    .map((memory) => {
      const { retrievability = 0, importance = 0 } = featuresOf(memory, now) ?? {}
      return { memory, score: retrievability * importance }
    })
    .sort(byScore)
    .slice(0, MOST_HITS)
}

async function rank(
  deps: RecallSearchDeps,
  question: RecallQuery,
  { index, engine, embed }: OpenedIndex,
): Promise<Ranked[]> {
  const { text, before, ignore } = question
  const facts = await deps.memories.coreFacts(question.pair)
  // Turns have no vectors: where there is no memory a vector finds nothing.
  const hasMemories = (await deps.memories.countsByStatus(question.pair)).active > 0
  const names = facts.flatMap(({ factKey, factValue }) => (factKey === 'name' ? [factValue] : []))
  const found = new Map<string, Ranked>()
  const records = new Map<string, MemoryRecord>()
  for (const [at, asked] of (before === undefined ? [text] : [text, `${before}\n${text}`]).entries()) {
    const vector = hasMemories ? await embed(asked) : undefined
    const only = ({ id }: { readonly id: string }) => isBeyond(question, id)
    const candidates = await index.search({
      text: asked,
      ignore,
      only,
      isWanted: (candidate) => fits(candidate, engine.weights),
      ...(vector !== undefined && { vector }),
    })
    const alive = await stillThere(deps, question, { candidates, records })
    const hits = chooseMemories(alive, {
      weights: engine.weights,
      limit: MOST_HITS,
      similarity: deps.similarity,
      hints: hintsOf(asked, names),
      featuresOf: (candidate) =>
        candidate.document.kind === 'turn'
          ? featuresOfTurn(candidate)
          : featuresOf(records.get(candidate.id), deps.clock.now()),
    })
    for (const { candidate, score } of hits) {
      const sum = (found.get(candidate.id)?.score ?? 0) + (at === 0 ? score : BEFORE * score)
      found.set(candidate.id, { score: sum, ...itemOf(candidate, records) })
    }
  }
  return [...found.values()].sort(byScore)
}

/** What does not is sorted out before hits are compared with each other, which is the most work. */
const fits = (candidate: Omit<Candidate, 'vector'>, weights: ScoreWeights): boolean =>
  relevanceOf(candidate, weights) >= (candidate.document.kind === 'turn' ? LEAST_REL.turn : LEAST_REL.memory)

const isBeyond = ({ shown: { from } }: RecallQuery, documentId: string): boolean => {
  const messageId = messageIdOf(documentId)
  return messageId === undefined || (from !== undefined && messageId < from)
}

type Checked = { readonly candidates: readonly Candidate[]; readonly records: Map<string, MemoryRecord> }

/** Active memories of this very pair, and turns that are not barred from memory. */
async function stillThere(
  { memories, conversations }: RecallSearchDeps,
  { pair }: RecallQuery,
  { candidates, records }: Checked,
): Promise<Candidate[]> {
  const conversation = await conversations.find(pair)
  const forgotten = conversation?.forgottenUpTo ?? 0
  const alive: Candidate[] = []
  for (const candidate of candidates) {
    const messageId = messageIdOf(candidate.id)
    if (messageId !== undefined) {
      if (conversation !== undefined && messageId > forgotten) alive.push(candidate)
      continue
    }
    const memory = await memories.find(candidate.id)
    const isOwn = memory?.agentId === pair.characterId && memory.playerId === pair.playerId
    if (memory?.status !== 'active' || !isOwn) continue
    records.set(memory.id, memory)
    alive.push(candidate)
  }
  return alive
}

function itemOf(
  { id, document }: Candidate,
  records: ReadonlyMap<string, MemoryRecord>,
): Omit<Ranked, 'score'> {
  const messageId = messageIdOf(id)
  const memory = records.get(id)
  if (messageId === undefined) return memory === undefined ? {} : { memory }
  const role = document.type === 'user' ? 'user' : 'assistant'
  return { turn: { id: messageId, role, text: shortened(document.text) } }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= TURN_CHARACTERS) return line
  // Two units make a character at most: what lies beyond need not be looked at.
  const characters = [...line.slice(0, 2 * (TURN_CHARACTERS + 1))]
  return characters.length <= TURN_CHARACTERS ? line : `${characters.slice(0, TURN_CHARACTERS).join('')}…`
}

/** What is too long for what is left is passed over; the next may fit. A turn that a memory was made from says it twice. */
function affordable(ranked: readonly Ranked[]): Found {
  let [left, leftForTurns] = [RECALLED_TOKENS, TURN_TOKENS]
  const memories: MemoryRecord[] = []
  const turns: RecalledTurn[] = []
  const sources = new Set(ranked.map(({ memory }) => memory?.messageId))
  for (const { memory, turn } of ranked) {
    const cost = estimateTokens(memory?.content ?? turn?.text ?? '') + LINE_TOKENS
    if (cost > left) continue
    if (memory !== undefined) memories.push(memory)
    else if (turn === undefined || cost > leftForTurns || sources.has(turn.id)) continue
    else {
      turns.push(turn)
      leftForTurns -= cost
    }
    left -= cost
  }
  return { memories, turns: turns.sort((a, b) => a.id - b.id) }
}

const idOf = ({ memory, turn }: Ranked): string => memory?.id ?? String(turn?.id)
/** Equal scores go by id, so that the order is the same in every run. */
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (idOf(a) < idOf(b) ? -1 : 1)

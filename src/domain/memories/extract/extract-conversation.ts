import { MEMORY_CONTENT_MAX } from '../../../contract/memories.js'
import type { CharacterRepository } from '../../characters/ports.js'
import type { ConversationRepository, ExtractionBatch, Pair } from '../../conversations/ports.js'
import type { ConversationRecord, MessageRecord } from '../../conversations/record.js'
import type { NamedIds } from '../../random.js'
import type { UnitOfWork } from '../../unit-of-work.js'
import { applyMemoryPlan, type ExtractionResult, type MemoryOwner } from '../changes/apply-plan.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'
import { allMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { CandidateExtractor, ConversationTurn, ExtractionContext } from './candidate-extractor.js'
import { conflictFreeBatches, planMemories } from './plan-memories.js'
import { selectRelevantMemories } from './relevant-memories.js'
import {
  extractFromReadable,
  isolateSuspect,
  type SkipDeps,
  skipUnreadable,
  suspectMessages,
} from './skip-unreadable.js'

export type ExtractConversationDeps = SkipDeps &
  UnitOfWork & {
    readonly conversations: Pick<ConversationRepository, 'find' | 'nextToExtract'>
    readonly memories: Pick<MemoryRepository, 'list'>
    readonly characters: Pick<CharacterRepository, 'find'>
    readonly source: CandidateExtractor
    readonly promptBlocksOf: (pair: Pair) => NonNullable<ExtractionContext['promptBlocksOf']>
    readonly namedIds: NamedIds
  }

type BatchOptions = {
  readonly signal: AbortSignal
  readonly yieldToEventLoop: () => Promise<void>
  /** How often reading these turns has failed. Part of the new memories' ids, so that those stored before keep theirs. */
  readonly attempt: number
}
type BatchResult = { readonly result: ExtractionResult; readonly isLast: boolean }

/** Messages read in one batch, and older messages passed with them to resolve what they refer to. */
const BATCH_SIZE = 64
const CONTEXT_SIZE = 40

export const NO_RESULT: ExtractionResult = { memories: [], facts: [] }

/**
 * Stores the memories found in the next unread turns of a pair. The last change also advances the extraction cursor,
 * so an interrupted batch is read again, and reading it twice changes nothing.
 */
export async function extractNextBatch(
  deps: ExtractConversationDeps,
  pair: Pair,
  reading: BatchOptions,
): Promise<BatchResult> {
  const conversation = await deps.conversations.find(pair)
  const character = await deps.characters.find(pair.characterId)
  if (conversation === undefined || character === undefined) return { result: NO_RESULT, isLast: true }

  const unread = await nextUnread(deps, conversation)
  const upTo = unread.messages.at(-1)?.id ?? 0
  if (upTo <= unread.extractedUpTo) return { result: NO_RESULT, isLast: true }

  const context: ExtractionContext = {
    conversationId: conversation.id,
    characterName: character.name,
    after: unread.extractedUpTo,
    people: await peopleOf(deps, pair),
    promptBlocksOf: deps.promptBlocksOf(pair),
    yieldToEventLoop: reading.yieldToEventLoop,
    trackRead: trackerFor(deps, unread, conversation.id),
  }
  const hasPlayerMessages = newIds(unread).length > 0
  const candidates = hasPlayerMessages ? await candidatesOf(deps, unread, { context, reading }) : []
  const read = { conversationId: conversation.id, upTo, hasPlayerMessages }
  const owner = { userId: character.account_id, pair, read }
  const result = await storeCandidates(deps, candidates, { owner, context, reading })
  if (unread.unfinished !== undefined && unread.unfinished.last <= upTo)
    await deps.readings.clear(conversation.id)
  return { result, isLast: unread.isLast }
}

type UnreadBatch = ExtractionBatch & Awaited<ReturnType<typeof suspectMessages>>

/** The next messages, with those among them that must not be read. */
async function nextUnread(
  deps: ExtractConversationDeps,
  conversation: ConversationRecord,
): Promise<UnreadBatch> {
  const unread = await deps.conversations.nextToExtract(conversation.id, {
    before: CONTEXT_SIZE,
    limit: BATCH_SIZE,
  })
  const suspicion = await suspectMessages(deps, conversation, unread)
  return { ...isolateSuspect(unread, suspicion.unfinished), ...suspicion }
}

/** Ids of the player's messages after the extraction cursor. */
const newIds = ({ messages, extractedUpTo: after }: ExtractionBatch): number[] =>
  messages.flatMap(({ id, role }) => (id > after && role === 'user' ? [id] : []))

function trackerFor(
  { readings }: Pick<ExtractConversationDeps, 'readings'>,
  unread: UnreadBatch,
  conversationId: string,
): NonNullable<ExtractionContext['trackRead']> {
  const ids = newIds(unread).filter((id) => !unread.skipped.has(id))
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return (work) => work()
  return (work) => readings.track(conversationId, { first, last }, work)
}

type BatchContext = { readonly context: ExtractionContext; readonly reading: BatchOptions }

/** Plans and stores the candidates in conflict-free batches; the last one also advances the extraction cursor. */
async function storeCandidates(
  deps: ExtractConversationDeps,
  candidates: readonly MemoryCandidate[],
  { owner, context, reading }: BatchContext & { readonly owner: Required<MemoryOwner> },
): Promise<ExtractionResult> {
  const { pair, read } = owner
  const { trackRead = (work) => work() } = context
  const unchangedCursor = { ...read, upTo: context.after ?? 0, hasPlayerMessages: false }
  const batches = conflictFreeBatches(candidates)
  const results: ExtractionResult[] = []
  for (const [at, batch] of [...batches.slice(0, -1), batches.at(-1) ?? []].entries()) {
    await reading.yieldToEventLoop()
    const all = batch.length === 0 ? [] : await allMemories(deps, pair)
    const plan = async () =>
      planMemories(await selectRelevantMemories(all, batch, reading.yieldToEventLoop), batch)
    const ids = deps.namedIds.of(`memories/${read.conversationId}/${read.upTo}/${at}/${reading.attempt}`)
    const isLast = at >= batches.length - 1
    const planned = batch.length === 0 ? [] : await trackRead(plan)
    results.push(
      await applyMemoryPlan({ ...deps, ids }, { ...owner, read: isLast ? read : unchangedCursor }, planned),
    )
  }
  return mergeResults(results)
}

async function candidatesOf(
  deps: ExtractConversationDeps,
  { messages, skipped }: UnreadBatch,
  { context, reading }: BatchContext,
): Promise<MemoryCandidate[]> {
  const { conversationId } = context
  const turns = messages.filter(({ id }) => !skipped.has(id))
  return extractFromReadable(turns, {
    extract: async (readable) => {
      const found = await deps.source.extractCandidates(readable, context, reading.signal)
      return attributeToSpeakers([...found, ...imageCandidates(readable, context)], readable)
    },
    onUnreadable: (turn) => skipUnreadable(deps, conversationId, turn),
  })
}

/** People and pets named in the stored memories of the pair. */
async function peopleOf({ memories }: Pick<ExtractConversationDeps, 'memories'>, pair: Pair) {
  const query = { pair, status: 'active', memoryType: 'relationship', limit: 200, offset: 0 } as const
  const found = await memories.list(query)
  return found.memories.flatMap(({ slot }) =>
    slot === null || slot.subject === 'character' ? [] : [{ name: slot.value, relation: slot.attribute }],
  )
}

export const mergeResults = (results: readonly ExtractionResult[]): ExtractionResult => ({
  memories: results.flatMap(({ memories }) => memories),
  facts: results.flatMap(({ facts }) => facts),
})

const IMAGE_PREFIX = 'The player showed a picture: '

/** One memory for each image that the player sent, quoting its description. */
function imageCandidates(
  turns: readonly ConversationTurn[],
  { conversationId, after = Number.NEGATIVE_INFINITY }: ExtractionContext,
): MemoryCandidate[] {
  return turns.flatMap(({ id, role, imageDescription, timestamp }) => {
    const seen = imageDescription?.trim() ?? ''
    if (role !== 'user' || id <= after || seen === '') return []
    const quote = [...seen].slice(0, MEMORY_CONTENT_MAX - IMAGE_PREFIX.length).join('')
    return [
      {
        content: `${IMAGE_PREFIX}${quote}`,
        memoryType: 'event',
        importance: 0.4,
        confidence: 0.8,
        slot: null,
        entities: [],
        relations: [],
        quote,
        origin: 'image',
        messageId: id,
        sourceConversationId: conversationId,
        sourceMessageTimestamp: timestamp ?? '',
      },
    ]
  })
}

/**
 * In a shared conversation, a guest's statements are stored under the guest's name, so that they do not supersede
 * memories of the player.
 */
export function attributeToSpeakers(
  candidates: readonly MemoryCandidate[],
  messages: readonly Pick<MessageRecord, 'id' | 'speaker'>[],
): MemoryCandidate[] {
  const speakers = new Map(messages.map(({ id, speaker }) => [id, speaker]))
  return candidates.map((candidate) => {
    const speaker = speakers.get(candidate.messageId ?? 0) ?? null
    return speaker === null ? candidate : renameToSpeaker(candidate, speaker)
  })
}

const PLAYER = 'player'

function renameToSpeaker(candidate: MemoryCandidate, speaker: string): MemoryCandidate {
  const { content, slot, relations } = candidate
  const named = (name: string) => (name === PLAYER ? speaker : name)
  const renamed = content.replace(/\bthe player\b/gi, () => speaker)
  return {
    ...candidate,
    content: renamed === content ? `${speaker}: ${content}` : renamed,
    slot: slot && { ...slot, subject: named(slot.subject) },
    relations: relations.map((relation) => ({
      ...relation,
      from: named(relation.from),
      to: named(relation.to),
    })),
  }
}

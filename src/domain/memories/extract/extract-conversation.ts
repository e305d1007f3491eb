import type { CharacterRepository } from '../../characters/ports.js'
import type { ConversationRepository, ExtractionBatch, Pair } from '../../conversations/ports.js'
import type { ConversationRecord } from '../../conversations/record.js'
import type { NamedIds } from '../../random.js'
import { allMemories } from '../all-memories.js'
import { applyMemoryPlan, type ExtractionResult, type MemoryOwner } from '../changes/apply-plan.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'
import type { MemoryRepository } from '../ports.js'
import { attributeToSpeakers } from './attribute-to-speaker.js'
import type { CandidateExtractor } from './candidate-extractor.js'
import type { ExtractionContext } from './extraction-context.js'
import { imageCandidates } from './image-candidates.js'
import { conflictFreeBatches, planMemories } from './plan-memories.js'
import { selectRelevantMemories } from './relevant-memories.js'
import {
  extractFromReadable,
  isolateSuspect,
  type SkipDeps,
  skippedMessageIds,
  skipUnreadable,
} from './skip-unreadable.js'

export type ExtractConversationDeps = SkipDeps & {
  readonly conversations: Pick<ConversationRepository, 'find' | 'nextToExtract'>
  readonly memories: Pick<MemoryRepository, 'list' | 'change'>
  readonly characters: Pick<CharacterRepository, 'find'>
  readonly source: CandidateExtractor
  readonly promptBlocksOf: (pair: Pair) => NonNullable<ExtractionContext['promptBlocksOf']>
  readonly namedIds: NamedIds
}

type BatchOptions = {
  readonly signal: AbortSignal
  readonly yieldToEventLoop: () => Promise<void>
  /** How often the same turns were read in vain: what is stored already keeps its ids. */
  readonly attempt: number
}
type BatchResult = { readonly learned: ExtractionResult; readonly isAll: boolean }

/** Messages that are read at once, and older ones that tell whom and what these speak of. */
const BATCH = 64
const CONTEXT = 40

export const NO_RESULT: ExtractionResult = { memories: [], facts: [] }

/**
 * Stores what the next unread turns of a pair tell, and that they were read, in the end as one atomic change: whatever
 * interrupts it, they are read again, and reading twice changes nothing.
 */
export async function extractNextBatch(
  deps: ExtractConversationDeps,
  pair: Pair,
  reading: BatchOptions,
): Promise<BatchResult> {
  const conversation = await deps.conversations.find(pair)
  const character = await deps.characters.find(pair.characterId)
  if (conversation === undefined || character === undefined) return { learned: NO_RESULT, isAll: true }

  const unread = await nextUnread(deps, conversation)
  const upTo = unread.messages.at(-1)?.id ?? 0
  if (upTo <= unread.extractedUpTo) return { learned: NO_RESULT, isAll: true }

  const context: ExtractionContext = {
    conversationId: conversation.id,
    characterName: character.name,
    after: unread.extractedUpTo,
    people: await peopleOf(deps, pair),
    promptBlocksOf: deps.promptBlocksOf(pair),
    yieldToEventLoop: reading.yieldToEventLoop,
    trackRead: trackerFor(deps, unread, conversation.id),
  }
  const isHeard = newIds(unread).length > 0
  const candidates = isHeard ? await candidatesOf(deps, unread, { context, reading }) : []
  const read = { conversationId: conversation.id, upTo, isHeard }
  const owner = { userId: character.account_id, pair, read }
  const learned = await storeCandidates(deps, candidates, { owner, context, reading })
  const unfinished = deps.readings.unfinished(conversation.id)
  if (unfinished !== undefined && unfinished.last <= upTo) await deps.readings.clear(conversation.id)
  return { learned, isAll: unread.isLast }
}

type UnreadBatch = ExtractionBatch & { readonly skipped: ReadonlySet<number> }

/** What is to be read next, and which of it is not to be looked at. */
async function nextUnread(
  deps: ExtractConversationDeps,
  conversation: ConversationRecord,
): Promise<UnreadBatch> {
  const unread = await deps.conversations.nextToExtract(conversation.id, { before: CONTEXT, limit: BATCH })
  const skipped = await skippedMessageIds(deps, conversation, unread)
  return { ...isolateSuspect(unread, deps.readings.unfinished(conversation.id)), skipped }
}

/** What the player said and was not read. */
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

/** Stores what the candidates tell; the last change also stores that the turns were read. */
async function storeCandidates(
  deps: ExtractConversationDeps,
  candidates: readonly MemoryCandidate[],
  { owner, context, reading }: BatchContext & { readonly owner: Required<MemoryOwner> },
): Promise<ExtractionResult> {
  const { pair, read } = owner
  const { trackRead: noted = (work) => work() } = context
  const begin = { ...read, upTo: context.after ?? 0, isHeard: false }
  const waves = conflictFreeBatches(candidates)
  const learned: ExtractionResult[] = []
  for (const [at, wave] of [...waves.slice(0, -1), waves.at(-1) ?? []].entries()) {
    await reading.yieldToEventLoop()
    const all = wave.length === 0 ? [] : await allMemories(deps, pair)
    const plan = async () =>
      planMemories(await selectRelevantMemories(all, wave, reading.yieldToEventLoop), wave)
    const ids = deps.namedIds.of(`memories/${read.conversationId}/${read.upTo}/${at}/${reading.attempt}`)
    const isLast = at >= waves.length - 1
    const planned = wave.length === 0 ? [] : await noted(plan)
    learned.push(await applyMemoryPlan({ ...deps, ids }, { ...owner, read: isLast ? read : begin }, planned))
  }
  return mergeResults(learned)
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
      const told = await deps.source.extractCandidates(readable, context, reading.signal)
      return attributeToSpeakers([...told, ...imageCandidates(readable, context)], readable)
    },
    onUnreadable: (turn) => skipUnreadable(deps, conversationId, turn),
  })
}

/** Whom the player named before. */
async function peopleOf({ memories }: Pick<ExtractConversationDeps, 'memories'>, pair: Pair) {
  const query = { pair, status: 'active', memoryType: 'relationship', limit: 200, offset: 0 } as const
  const found = await memories.list(query)
  return found.memories.flatMap(({ slot }) =>
    slot === null || slot.subject === 'character' ? [] : [{ name: slot.value, relation: slot.attribute }],
  )
}

export const mergeResults = (learned: readonly ExtractionResult[]): ExtractionResult => ({
  memories: learned.flatMap(({ memories }) => memories),
  facts: learned.flatMap(({ facts }) => facts),
})

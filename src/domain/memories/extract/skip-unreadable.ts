import type { SkippedMessage } from '../../../contract/staff.js'
import type { Clock } from '../../clock.js'
import type { ConversationRepository, ExtractionBatch } from '../../conversations/ports.js'
import type { ConversationRecord } from '../../conversations/record.js'
import type { Log } from '../../log.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'
import { UnreadableTurn } from './candidate-extractor.js'
import type { InFlightReads, UnfinishedRead } from './in-flight-reads.js'

export type SkipDeps = {
  readonly conversations: Pick<ConversationRepository, 'recordSkipped'>
  readonly readings: InFlightReads
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** One process may be killed for any reason; if two in a row end while reading a message, the message is to blame. */
const ENDED_PROCESSES_TO_SKIP = 2

const SKIPPED = 'A message cannot be read for memories and is skipped from now on'

/** What must not be read of a conversation, and what an earlier process left unfinished that is still to be read. */
type Suspicion = { readonly skipped: ReadonlySet<number>; readonly unfinished: UnfinishedRead | undefined }

/**
 * Looks what an earlier process left unfinished. A message that keeps ending processes is skipped from now on, together with
 * the reply to it, which may repeat its words.
 */
export async function suspectMessages(
  deps: SkipDeps,
  conversation: ConversationRecord,
  { extractedUpTo: after, messages }: ExtractionBatch,
): Promise<Suspicion> {
  const skipped = new Set((conversation.skippedMessages ?? []).map(({ messageId }) => messageId))
  const unfinished = await deps.readings.unfinished(conversation.id)
  if (unfinished === undefined) return { skipped, unfinished }
  const { first, last, times } = unfinished
  const isRead = last <= after
  const isToBlame = first === last && times >= ENDED_PROCESSES_TO_SKIP && !isRead
  const to = messages.find(({ id, role }) => id > first && role === 'user')?.id ?? Number.POSITIVE_INFINITY
  const replies = messages.filter(({ id, role }) => id > first && id < to && role !== 'user')
  const blamed = isToBlame ? [first, ...replies.map(({ id }) => id)] : []
  for (const messageId of blamed) await skip(deps, conversation.id, { messageId, reason: 'process_ended' })
  const isSettled = isRead || isToBlame
  if (isSettled) await deps.readings.clear(conversation.id)
  return { skipped: new Set([...skipped, ...blamed]), unfinished: isSettled ? undefined : unfinished }
}

/** Cuts the batch to one player message at a time within the range that an earlier process did not finish. */
export function isolateSuspect(
  unread: ExtractionBatch,
  unfinished: UnfinishedRead | undefined,
): ExtractionBatch {
  if (unfinished === undefined) return unread
  const next = unread.messages.find(({ id, role }) => id > unread.extractedUpTo && role === 'user')
  if (next === undefined || next.id > unfinished.last) return unread
  const messages = unread.messages.filter(({ id }) => id <= next.id)
  return { ...unread, messages, isLast: unread.isLast && messages.length === unread.messages.length }
}

type ReadableExtraction<T> = {
  readonly extract: (turns: readonly T[]) => Promise<MemoryCandidate[]>
  readonly onUnreadable: (turn: UnreadableTurn) => Promise<void>
}

/** Extracts, leaving out turns that turn out to be unreadable. */
export async function extractFromReadable<T extends { readonly id: number }>(
  turns: readonly T[],
  { extract, onUnreadable }: ReadableExtraction<T>,
): Promise<MemoryCandidate[]> {
  try {
    return await extract(turns)
  } catch (error) {
    if (!(error instanceof UnreadableTurn)) throw error
    const readable = turns.filter(({ id }) => id !== error.turnId)
    if (readable.length === turns.length) throw error
    await onUnreadable(error)
    return extractFromReadable(readable, { extract, onUnreadable })
  }
}

/** Marks a turn as skipped permanently. */
export const skipUnreadable = (
  deps: SkipDeps,
  conversationId: string,
  { turnId, reason, cause }: UnreadableTurn,
): Promise<void> => skip(deps, conversationId, { messageId: turnId, reason, error: cause })

type Skip = Pick<SkippedMessage, 'messageId' | 'reason'> & { readonly error?: unknown }

async function skip(deps: SkipDeps, conversationId: string, { error, ...skipped }: Skip): Promise<void> {
  await deps.conversations.recordSkipped(conversationId, [{ ...skipped, at: deps.clock.now().toISOString() }])
  deps.log.warn(SKIPPED, {
    conversation_id: conversationId,
    message_ids: [skipped.messageId],
    reason: skipped.reason,
    ...(error !== undefined && { error }),
  })
}

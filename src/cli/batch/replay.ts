import { type Client, ServiceError } from '../../client/create-client.js'
import { type Batch, type BatchWithItems, getBatch } from '../../contract/batches.js'
import { getCharacter } from '../../contract/characters.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { readableTime } from '../output/readable-time.js'
import type { ReportedBatch, ReportedItem } from './batch-outcome.js'
import { listBatchesSince } from './quota-forecast.js'

const REPLAY_MS = 24 * 3_600_000
/** Characters that are read in parallel. */
const PARALLEL_READS = 8

/**
 * The ids of the batches that a submission may return instead of a new one. They are read before submitting, because the
 * response does not say whether it is a replay, and its `createdAt` cannot be compared with the local clock. Null if the
 * service refuses to list them.
 */
export async function listReplayableBatchIds(client: Client): Promise<ReadonlySet<string> | null> {
  try {
    const recent = await listBatchesSince(client, (newest) => Date.parse(newest.createdAt) - REPLAY_MS)
    return new Set(recent.map(({ id }) => id))
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** The note for a submission that created no new batch. */
export const replayNote = ({ createdAt }: Batch, key: string): string =>
  `The same batch as at ${readableTime(createdAt)}, key ${key}; use --new to submit again.`

/** The current state of a batch. A replayed response holds the state of the first submission. */
export async function readCurrentBatch(client: Client, { id, createdAt }: Batch): Promise<BatchWithItems> {
  try {
    return await client.call(getBatch, { params: { batchId: id } })
  } catch (error) {
    if (!isGone(error)) throw error
    throw new CommandError({
      code: 'batch_gone',
      message: `The same batch as at ${readableTime(createdAt)}, ${id}, which is gone.`,
      hint: 'Use --new to submit again.',
      exitCode: EXIT.failed,
    })
  }
}

/** Marks items as failed whose characters were deleted after the batch created them. */
export async function failItemsOfDeletedCharacters(
  client: Client,
  batch: ReportedBatch,
): Promise<ReportedBatch> {
  const items: ReportedItem[] = []
  for (let start = 0; start < batch.items.length; start += PARALLEL_READS) {
    const slice = batch.items.slice(start, start + PARALLEL_READS)
    items.push(...(await Promise.all(slice.map((item) => checkItemCharacter(client, item)))))
  }
  const gone = items.filter(({ status }, index) => status !== batch.items[index]?.status).length
  const { succeeded, failed } = batch.counts
  return { ...batch, items, counts: { ...batch.counts, succeeded: succeeded - gone, failed: failed + gone } }
}

async function checkItemCharacter(client: Client, item: ReportedItem): Promise<ReportedItem> {
  const { status, characterId } = item
  if (status !== 'succeeded' || characterId === null) return item
  try {
    await client.call(getCharacter, { params: { characterId } })
    return item
  } catch (error) {
    if (!isGone(error)) throw error
    return {
      ...item,
      status: 'failed',
      error: { code: CHARACTER_GONE, message: 'The character was deleted' },
    }
  }
}

export const CHARACTER_GONE = 'character_gone'

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.status === 404

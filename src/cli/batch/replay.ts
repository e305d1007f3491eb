import { type Client, ServiceError } from '../../client/create-client.js'
import { type Batch, type BatchWithItems, getBatch } from '../../contract/batches.js'
import { getCharacter } from '../../contract/characters.js'
import { DAY_MS } from '../../contract/durations.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { readableTime } from '../output/readable-time.js'
import type { ReportedBatch, ReportedItem } from './batch-outcome.js'
import { listBatchesSince } from './quota-forecast.js'

const REPLAY_MS = DAY_MS
/** Characters that are looked for at once. */
const AT_ONCE = 8

/**
 * The batches that are there before one is submitted: the answer to a submission does not say whether it is an earlier
 * one, and clocks may differ. Null when the service does not tell, such as for a key that may not read.
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

/** What is told of a submission that made no new batch. */
export const replayNote = ({ createdAt }: Batch, key: string): string =>
  `The same batch as at ${readableTime(createdAt)}, key ${key}; use --new to submit again.`

/** A batch as it is now. The answer to a repeated submission is as old as the first one. */
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

/** The batch with the items whose characters were deleted since as failed. */
export async function failItemsOfDeletedCharacters(
  client: Client,
  batch: ReportedBatch,
): Promise<ReportedBatch> {
  const items: ReportedItem[] = []
  for (let start = 0; start < batch.items.length; start += AT_ONCE) {
    const some = batch.items.slice(start, start + AT_ONCE)
    items.push(...(await Promise.all(some.map((item) => checkItemCharacter(client, item)))))
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

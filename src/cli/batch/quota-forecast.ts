import type { Client } from '../../client/create-client.js'
import { type Batch, listBatches } from '../../contract/batches.js'
import { DAY_MS, HOUR_MS } from '../../contract/durations.js'
import { CONTRACT_LIMITS } from '../../contract/limits.js'
import { isFinished } from './batch-outcome.js'

const PAGE = 100
/** What the service's own list of batches says about the quotas: at least so much of each is used. */
export type QuotaForecast = {
  readonly charactersToday: { readonly used: number; readonly adds: number; readonly limit: number }
  readonly submitsThisHour: { readonly used: number; readonly adds: 1; readonly limit: number }
  /** A batch with documents has to wait for this one. */
  readonly runningBatchId: string | null
}

export async function forecastQuotas(client: Client, adds: number, now: number): Promise<QuotaForecast> {
  const startOfDay = Math.floor(now / DAY_MS) * DAY_MS
  const recent = await listBatchesSince(client, () => Math.min(startOfDay, now - HOUR_MS))
  const since = (start: number) => recent.filter(({ createdAt }) => Date.parse(createdAt) >= start)
  const made = since(startOfDay).reduce((sum, { counts }) => sum + counts.succeeded, 0)
  return {
    charactersToday: { used: made, adds, limit: CONTRACT_LIMITS.batchCharactersPerDay },
    submitsThisHour: {
      used: since(now - HOUR_MS).length,
      adds: 1,
      limit: CONTRACT_LIMITS.batchSubmitsPerHour,
    },
    runningBatchId: recent.find((batch) => !isFinished(batch))?.id ?? null,
  }
}

/** Batches from a time on, and some before it; that time may follow from the newest. */
export async function listBatchesSince(client: Client, since: (newest: Batch) => number): Promise<Batch[]> {
  const found: Batch[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { batches, total } = await client.call(listBatches, { query: { limit: PAGE, offset } })
    found.push(...batches)
    const [newest] = found
    const last = batches.at(-1)
    if (newest === undefined || last === undefined || offset + PAGE >= total) return found
    if (Date.parse(last.createdAt) < since(newest)) return found
  }
}

/** What would be refused, by the contract's numbers. */
export function quotaWarnings(forecast: QuotaForecast, hasDocuments: boolean): string[] {
  const { charactersToday, submitsThisHour, runningBatchId } = forecast
  const isOver = ({ used, adds, limit }: { used: number; adds: number; limit: number }) => used + adds > limit
  return [
    ...(isOver(charactersToday) ? ['more characters than a day allows'] : []),
    ...(isOver(submitsThisHour) ? ['more submits than an hour allows'] : []),
    ...(runningBatchId !== null && hasDocuments ? [`the batch ${runningBatchId} is still running`] : []),
  ]
}

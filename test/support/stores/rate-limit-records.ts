import { DomainError } from '../../../src/domain/errors.js'
import type { ConsumeResult, Quota, QuotaBucket, QuotaRequest } from '../../../src/domain/limits/ports.js'

/** 2030-01-02 at noon UTC, and so many seconds. */
export const noonPlus = (seconds: number): Date =>
  new Date(Date.UTC(2030, 0, 2, 12) + Math.round(seconds * 1000))

export const aBucket = (given: Partial<QuotaBucket> = {}): QuotaBucket => ({
  name: 'min',
  limit: 2,
  window: 60,
  ...given,
})

export const aConsumption = (given: Partial<QuotaRequest> = {}): QuotaRequest => ({
  key: 'key',
  amount: 1,
  buckets: [aBucket()],
  ...given,
})

export const aQuota = (given: Partial<Quota> = {}): Quota => ({
  ...aConsumption(),
  toError: ({ bucket, remaining }, options) =>
    new DomainError('quota', { bucket: bucket.name, remaining }, options),
  ...given,
})

/** What a take came to, in short: `taken`, or the full bucket, what it had left, and the seconds after noon. */
export const summarizeOutcome = (outcome: ConsumeResult): string =>
  'reservation' in outcome
    ? 'taken'
    : `${outcome.refusal.bucket.name} had ${outcome.refusal.remaining}, room at ${
        (outcome.refusal.retryAt.getTime() - noonPlus(0).getTime()) / 1000
      }`

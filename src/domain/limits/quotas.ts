import type { Limits } from '../../contract/limits.js'
import { domainError } from '../errors.js'
import type { Quota, QuotaBucket } from './ports.js'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** Characters created by a batch or its retry, per account and day (docs/rest.md, Limits). */
export const batchCharactersQuota = (
  { batchCharactersPerDay: limit }: Pick<Limits, 'batchCharactersPerDay'>,
  accountId: string,
  amount: number,
): Quota => ({
  key: `batch-characters ${accountId}`,
  amount,
  buckets: [{ name: 'day', limit, window: 'utc_day' }],
  toError: ({ remaining }, options) => domainError('tooManyBatchCharacters', { limit, remaining }, options),
})

/** A batch submit, a batch retry or a single added document, per account. */
export const batchSubmitQuota = (
  { batchSubmitsPerHour: limit }: Pick<Limits, 'batchSubmitsPerHour'>,
  accountId: string,
): Quota => ({
  key: `batch-submits ${accountId}`,
  amount: 1,
  buckets: [{ name: 'hour', limit, window: HOUR }],
  toError: (_, options) => domainError('tooManyBatchSubmits', limit, options),
})

/** A generated 3D model or a character created from an image, in one shared bucket per account. */
export const generationQuota = (
  { generationsPerHour: limit }: Pick<Limits, 'generationsPerHour'>,
  accountId: string,
): Quota => ({
  key: `generations ${accountId}`,
  amount: 1,
  buckets: [{ name: 'hour', limit, window: HOUR }],
  toError: (_, options) => domainError('tooManyGenerations', limit, options),
})

/** A generated 3D model, per account and day: the configured quota of the model service. */
export const modelQuota = (limit: number, accountId: string): Quota => ({
  key: `models ${accountId}`,
  amount: 1,
  buckets: [{ name: 'day', limit, window: 'utc_day' }],
  toError: (_, options) => domainError('tooManyModels', limit, options),
})

/** A memory created or changed by an API call, per account and day. */
export const manualMemoryWriteQuota = (
  { manualMemoryWritesPerDay: limit }: Pick<Limits, 'manualMemoryWritesPerDay'>,
  accountId: string,
): Quota => ({
  key: `manual-memories ${accountId}`,
  amount: 1,
  buckets: [{ name: 'day', limit, window: 'utc_day' }],
  toError: (_, options) => domainError('tooManyMemoryWrites', limit, options),
})

type ShareOpenLimits = Pick<Limits, 'shareOpensPerMinute' | 'shareOpensPerHour' | 'shareOpensPerDay'>

/** Openings of a share, per share id; the detail names the full bucket (docs/rest.md, Shares). */
export const shareOpenQuota = (limits: ShareOpenLimits, shareId: string): Quota => ({
  key: `share-opens ${shareId}`,
  amount: 1,
  buckets: [
    { name: 'min', limit: limits.shareOpensPerMinute, window: MINUTE },
    { name: 'hour', limit: limits.shareOpensPerHour, window: HOUR },
    { name: 'day', limit: limits.shareOpensPerDay, window: DAY },
  ] satisfies QuotaBucket[],
  toError: ({ bucket }, options) => domainError('shareOpenedTooOften', bucket.name, options),
})

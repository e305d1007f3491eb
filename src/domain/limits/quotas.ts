import type { Limits } from '../../contract/limits.js'
import type { Quota, QuotaBucket, QuotaRefusal } from './ports.js'

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
  detail: ({ remaining }) => ({
    message: `Daily quota of ${limit} characters created by batches exceeded`,
    remaining,
    limit,
  }),
})

/** A batch submit, a batch retry or a single added document, per account. */
export const batchSubmitQuota = (
  { batchSubmitsPerHour: limit }: Pick<Limits, 'batchSubmitsPerHour'>,
  accountId: string,
): Quota => ({
  key: `batch-submits ${accountId}`,
  amount: 1,
  buckets: [{ name: 'hour', limit, window: HOUR }],
  detail: () => `More than ${limit} batch submits in the last hour`,
})

/** A generated 3D model or a character created from an image, in one shared bucket per account. */
export const generationQuota = (
  { generationsPerHour: limit }: Pick<Limits, 'generationsPerHour'>,
  accountId: string,
): Quota => ({
  key: `generations ${accountId}`,
  amount: 1,
  buckets: [{ name: 'hour', limit, window: HOUR }],
  detail: () => `More than ${limit} generation requests in the last hour`,
})

/** A generated 3D model, per account and day: the configured quota of the model service. */
export const modelQuota = (limit: number, accountId: string): Quota => ({
  key: `models ${accountId}`,
  amount: 1,
  buckets: [{ name: 'day', limit, window: 'utc_day' }],
  detail: () => `Model-generation quota exhausted (${limit}/day)`,
})

/** A memory created or changed by an API call, per account and day. */
export const manualMemoryWriteQuota = (
  { manualMemoryWritesPerDay: limit }: Pick<Limits, 'manualMemoryWritesPerDay'>,
  accountId: string,
): Quota => ({
  key: `manual-memories ${accountId}`,
  amount: 1,
  buckets: [{ name: 'day', limit, window: 'utc_day' }],
  detail: () => `Manual memory write quota exceeded (${limit}/day)`,
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
  detail: ({ bucket }: QuotaRefusal) => `Rate limit (${bucket.name})`,
})

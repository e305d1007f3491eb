import { CONTRACT_LIMITS, type Limits } from '../contract/limits.js'
import { readSettingsFile } from './config-file.js'
import { LimitsSchema } from './config-schema.js'

/** No rate limits; the bounds that keep a session sound stay. */
export const NO_RATE_LIMITS: Limits = { ...CONTRACT_LIMITS, messagesPerMinute: Number.POSITIVE_INFINITY }

/**
 * What `--limits` says: `contract`, `off` (no rate limits), or a YAML file over the keys of `Limits`. What the file
 * leaves out stays as in the contract; `messagesPerMinute: off` lifts that limit alone.
 */
export async function readLimits(choice: string): Promise<Limits> {
  if (choice === 'contract') return CONTRACT_LIMITS
  if (choice === 'off') return NO_RATE_LIMITS

  const { value } = await readSettingsFile(choice, LimitsSchema)
  const { messagesPerMinute = CONTRACT_LIMITS.messagesPerMinute, ...rest } = value
  return {
    ...CONTRACT_LIMITS,
    ...rest,
    messagesPerMinute: messagesPerMinute === 'off' ? Number.POSITIVE_INFINITY : messagesPerMinute,
  }
}

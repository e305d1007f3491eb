import { CONTRACT_LIMITS, type Limits, RATE_LIMITS } from '../../contract/limits.js'
import { LimitsSchema } from './config-schema.js'
import { readValidatedYaml } from './validated-yaml.js'

/** No rate limits and quotas; other limits stay as in the contract. */
export const NO_RATE_LIMITS: Limits = {
  ...CONTRACT_LIMITS,
  ...Object.fromEntries(RATE_LIMITS.map((name) => [name, Number.POSITIVE_INFINITY])),
}

/**
 * Reads `--limits`: `contract`, `off` (no rate limits and quotas), or a YAML file over the keys of `Limits`. Keys that
 * the file leaves out keep the contract's value; the value `off` lifts a single rate limit or quota.
 */
export async function readLimits(choice: string): Promise<Limits> {
  if (choice === 'contract') return CONTRACT_LIMITS
  if (choice === 'off') return NO_RATE_LIMITS

  const { value } = await readValidatedYaml(choice, LimitsSchema)
  const written = Object.entries(value).map(([name, limit]) => [
    name,
    limit === 'off' ? Number.POSITIVE_INFINITY : limit,
  ])
  return { ...CONTRACT_LIMITS, ...Object.fromEntries(written) }
}

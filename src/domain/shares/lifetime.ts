import { type CreateShare, SHARE_TTL_SECONDS } from '../../contract/shares.js'

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/**
 * Seconds that a share lives: said as a number of them, or as text such as `24h`
 * (docs/wire-protocol.md, Shares in SDKs).
 */
export function lifetimeSeconds(ttl: CreateShare['ttl']): number {
  if (ttl === undefined || ttl === null) return SHARE_TTL_SECONDS
  if (typeof ttl === 'number') return ttl
  // The schema lets nothing else pass than a number and one of the units.
  return Number(ttl.slice(0, -1)) * (UNIT_SECONDS[ttl.slice(-1)] ?? 1)
}

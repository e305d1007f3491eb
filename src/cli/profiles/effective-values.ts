import { addressWithoutSecrets } from '../doctor/server-address.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import type { ServiceTarget } from '../server-address/discovery.js'

/** A value that commands act with, and where it comes from. A key is shown by its beginning only. */
export type EffectiveValue = { readonly name: string; readonly value: string | null; readonly from: string }

const PREVIEW = 8

export const previewApiKey = (apiKey: string): string => `${apiKey.slice(0, PREVIEW)}…`

/** What a command would act with here and now, by precedence: flag, variable, profile, local server, default. */
export function effectiveValues(
  flags: ServiceFlags,
  target: ServiceTarget,
  isTyped: (flag: string) => boolean,
): readonly EffectiveValue[] {
  const { profile, local, serverFile, apiKey, baseUrl } = target
  const named = (flag: string) =>
    isTyped(flag) ? `--${flag}` : `PARLEY_${flag.toUpperCase().replaceAll('-', '_')}`
  const addressFrom = {
    flag: () => named('base-url'),
    profile: () => `profile ${profile?.name}`,
    local: () => serverFile ?? '',
    elsewhere: () => serverFile ?? '',
    default: () => 'default',
  }
  const keyFrom = () => {
    if (flags['api-key'] !== undefined) return named('api-key')
    if (apiKey === undefined)
      return flags['id-token'] === undefined ? 'none' : `not used with ${named('id-token')}`
    return profile?.apiKey ? `profile ${profile.name}` : (serverFile ?? '')
  }
  const orgFrom = () => {
    if (flags['org-id'] !== undefined) return named('org-id')
    return profile?.orgId ? `profile ${profile.name}` : 'none'
  }
  return [
    { name: 'base-url', value: addressWithoutSecrets(baseUrl), from: addressFrom[target.source]() },
    { name: 'api-key', value: apiKey === undefined ? null : previewApiKey(apiKey), from: keyFrom() },
    { name: 'org-id', value: flags['org-id'] ?? profile?.orgId ?? null, from: orgFrom() },
    flagValue('player-id', flags['player-id'], named),
    { name: 'local server', value: local ? String(local.pid) : null, from: local ? 'process' : 'none' },
  ]
}

const flagValue = (
  name: string,
  value: string | undefined,
  named: (flag: string) => string,
): EffectiveValue => ({
  name,
  value: value ?? null,
  from: value === undefined ? 'none' : named(name),
})

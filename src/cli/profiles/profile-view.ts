import type { ServiceFlags } from '../flags/service-flags.js'
import { renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { addressWithoutSecrets } from '../server-address/base-url.js'
import type { ServiceTarget } from '../server-address/discovery.js'
import { isHosted } from './guard-hosted-client.js'
import type { Profiles } from './profile.js'

/** Profiles for output, with a preview in place of each key. */
export const profilesWithoutKeys = ({ current, profiles }: Profiles) =>
  profiles.map((profile) => ({
    name: profile.name,
    baseUrl: profile.baseUrl,
    apiKey: profile.apiKey === null ? null : previewApiKey(profile.apiKey),
    orgId: profile.orgId,
    isHosted: isHosted(profile),
    isCurrent: profile.name === current,
  }))

type ProfileSummary = ReturnType<typeof profilesWithoutKeys>[number]

export const renderProfiles = (terminal: Terminal, profiles: readonly ProfileSummary[]): string =>
  profiles.length === 0
    ? 'No profiles yet; create one with `parley login`.'
    : renderTable(
        terminal,
        [
          { title: 'PROFILE', value: ({ name, isCurrent }) => `${isCurrent ? '* ' : '  '}${name}` },
          { title: 'ADDRESS', value: ({ baseUrl }) => baseUrl, width: 40 },
          { title: 'KEY', value: ({ apiKey }) => apiKey ?? '-' },
          { title: 'ORG', value: ({ orgId }) => orgId ?? '-', width: 12 },
          {
            title: 'WHERE',
            value: (profile) => (profile.isHosted ? 'hosted' : 'this machine'),
            width: 'rest',
          },
        ],
        profiles,
      )

export const renderValues = (terminal: Terminal, values: readonly EffectiveValue[]): string =>
  renderTable(
    terminal,
    [
      { title: 'IN FORCE', value: ({ name }) => name },
      { title: 'VALUE', value: ({ value }) => value ?? '-', width: 40 },
      { title: 'FROM', value: ({ from }) => from, width: 'rest' },
    ],
    values,
  )

/** A value that commands use, and where it comes from. Only the beginning of a key is shown. */
type EffectiveValue = { readonly name: string; readonly value: string | null; readonly from: string }

const PREVIEW_LENGTH = 8

const previewApiKey = (apiKey: string): string => `${apiKey.slice(0, PREVIEW_LENGTH)}…`

/** The values that a command run here would use, by precedence: flag, variable, profile, local server, default. */
export function effectiveValues(
  flags: ServiceFlags,
  target: ServiceTarget,
  wasFlagGiven: (flag: string) => boolean,
): readonly EffectiveValue[] {
  const { profile, local, serverFile, apiKey, baseUrl } = target
  const sourceName = (flag: string) =>
    wasFlagGiven(flag) ? `--${flag}` : `PARLEY_${flag.toUpperCase().replaceAll('-', '_')}`
  const addressFrom = {
    flag: () => sourceName('base-url'),
    profile: () => `profile ${profile?.name}`,
    local: () => serverFile ?? '',
    elsewhere: () => serverFile ?? '',
    default: () => 'default',
  }
  const keyFrom = () => {
    if (flags['api-key'] !== undefined) return sourceName('api-key')
    if (apiKey === undefined)
      return flags['id-token'] === undefined ? 'none' : `not used with ${sourceName('id-token')}`
    return profile?.apiKey ? `profile ${profile.name}` : (serverFile ?? '')
  }
  const orgFrom = () => {
    if (flags['org-id'] !== undefined) return sourceName('org-id')
    return profile?.orgId ? `profile ${profile.name}` : 'none'
  }
  return [
    { name: 'base-url', value: addressWithoutSecrets(baseUrl), from: addressFrom[target.source]() },
    { name: 'api-key', value: apiKey === undefined ? null : previewApiKey(apiKey), from: keyFrom() },
    { name: 'org-id', value: flags['org-id'] ?? profile?.orgId ?? null, from: orgFrom() },
    flagValue('player-id', flags['player-id'], sourceName),
    { name: 'local server', value: local ? String(local.pid) : null, from: local ? 'process' : 'none' },
  ]
}

const flagValue = (
  name: string,
  value: string | undefined,
  sourceName: (flag: string) => string,
): EffectiveValue => ({
  name,
  value: value ?? null,
  from: value === undefined ? 'none' : sourceName(name),
})

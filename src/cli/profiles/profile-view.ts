import { renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { type EffectiveValue, previewApiKey } from './effective-values.js'
import { isHosted } from './guard-hosted-client.js'
import type { Profiles } from './profile.js'

/** Profiles as they are shown: no key leaves the file. */
export const profilesWithoutKeys = ({ current, profiles }: Profiles) =>
  profiles.map((profile) => ({
    name: profile.name,
    baseUrl: profile.baseUrl,
    apiKey: profile.apiKey === null ? null : previewApiKey(profile.apiKey),
    orgId: profile.orgId,
    isHosted: isHosted(profile),
    isCurrent: profile.name === current,
  }))

type Shown = ReturnType<typeof profilesWithoutKeys>[number]

export const renderProfiles = (terminal: Terminal, profiles: readonly Shown[]): string =>
  profiles.length === 0
    ? 'No profiles yet; make one with `parley login`.'
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

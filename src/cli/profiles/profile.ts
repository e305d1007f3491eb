import { CommandError, EXIT } from '../errors/command-error.js'
import type { ServiceFlags } from '../flags/service-flags.js'

/** A service with the credentials for it, selected by name. */
export type Profile = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly orgId: string | null
}

export type Profiles = {
  /** The name of the profile that is used by default. */
  readonly current: string | null
  readonly profiles: readonly Profile[]
}

/** The reserved name for no profile: the server of this machine. */
export const LOCAL_PROFILE = 'local'

export const NO_PROFILES: Profiles = { current: null, profiles: [] }

export const findProfile = ({ profiles }: Profiles, name: string): Profile | null =>
  profiles.find((profile) => profile.name === name) ?? null

/** Adds a profile, or replaces the one of the same name. */
export const withProfile = ({ current, profiles }: Profiles, profile: Profile): Profiles => ({
  current,
  profiles: [...profiles.filter(({ name }) => name !== profile.name), profile].sort((a, b) =>
    a.name.localeCompare(b.name),
  ),
})

export const withoutProfile = ({ current, profiles }: Profiles, name: string): Profiles => ({
  current: current === name ? null : current,
  profiles: profiles.filter((profile) => profile.name !== name),
})

type ProfileFlags = Partial<Pick<ServiceFlags, 'profile' | 'data-dir' | 'ready-file'>>

/**
 * The profile to use: the one of `--profile`, else the current one, unless `--data-dir` or `--ready-file` selects a local
 * server. Throws a CommandError if there is no profile of that name.
 */
export function chooseProfile(profiles: Profiles, flags: ProfileFlags): Profile | null {
  const isLocalSelected = flags['ready-file'] !== undefined || flags['data-dir'] !== undefined
  const name = flags.profile ?? (isLocalSelected ? null : profiles.current)
  if (name === null || name === LOCAL_PROFILE) return null
  return findProfile(profiles, name) ?? throwNoSuchProfile(profiles, name)
}

export function throwNoSuchProfile({ profiles }: Profiles, name: string): never {
  const names = profiles.map((profile) => profile.name).join(', ')
  throw new CommandError({
    code: 'no_such_profile',
    message: `There is no profile ${name}`,
    hint: names === '' ? 'Create one with `parley login`.' : `Profiles: ${names}.`,
    exitCode: EXIT.usage,
  })
}

import { CommandError, EXIT } from '../errors/command-error.js'
import type { ServiceFlags } from '../flags/service-flags.js'

/** A service that commands can be pointed at by name, and how to show oneself there. */
export type Profile = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly orgId: string | null
}

export type Profiles = {
  /** The one that counts when nothing else is named. */
  readonly current: string | null
  readonly profiles: readonly Profile[]
}

/** Stands for no profile at all: the server of this machine. */
export const LOCAL_PROFILE = 'local'

export const NO_PROFILES: Profiles = { current: null, profiles: [] }

export const findProfile = ({ profiles }: Profiles, name: string): Profile | null =>
  profiles.find((profile) => profile.name === name) ?? null

/** With one more, or another in its place. */
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
 * The profile that counts: the one named by `--profile`, else the one in use unless a local server is named by hand.
 * Throws a CommandError when there is none of that name.
 */
export function chooseProfile(profiles: Profiles, flags: ProfileFlags): Profile | null {
  const isLocalNamed = flags['ready-file'] !== undefined || flags['data-dir'] !== undefined
  const name = flags.profile ?? (isLocalNamed ? null : profiles.current)
  if (name === null || name === LOCAL_PROFILE) return null
  return findProfile(profiles, name) ?? throwNoSuchProfile(profiles, name)
}

/** Throws: there is no profile of that name. */
export function throwNoSuchProfile({ profiles }: Profiles, name: string): never {
  const names = profiles.map((profile) => profile.name).join(', ')
  throw new CommandError({
    code: 'no_such_profile',
    message: `There is no profile ${name}`,
    hint: names === '' ? 'Make one with `parley login`.' : `There is: ${names}.`,
    exitCode: EXIT.usage,
  })
}

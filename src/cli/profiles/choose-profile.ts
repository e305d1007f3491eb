import { CommandError, EXIT } from '../errors/command-error.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { findProfile, LOCAL_PROFILE, type Profile, type Profiles } from './profile.js'

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

import { CommandError, EXIT } from '../errors/command-error.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { findProfile, LOCAL, type Profile, type Profiles } from './record.js'

type Named = Partial<Pick<ServiceFlags, 'profile' | 'data-dir' | 'ready-file'>>

/**
 * The profile that counts: the one named by `--profile`, else the one in use unless a local server is named by hand.
 * Throws a CommandError when there is none of that name.
 */
export function chooseProfile(profiles: Profiles, flags: Named): Profile | null {
  const isLocalNamed = flags['ready-file'] !== undefined || flags['data-dir'] !== undefined
  const name = flags.profile ?? (isLocalNamed ? null : profiles.current)
  if (name === null || name === LOCAL) return null
  return findProfile(profiles, name) ?? missing(profiles, name)
}

/** Throws: there is no profile of that name. */
export function missing({ profiles }: Profiles, name: string): never {
  const names = profiles.map((profile) => profile.name).join(', ')
  throw new CommandError({
    code: 'no_such_profile',
    message: `There is no profile ${name}`,
    hint: names === '' ? 'Make one with `parley login`.' : `There is: ${names}.`,
    exitCode: EXIT.usage,
  })
}

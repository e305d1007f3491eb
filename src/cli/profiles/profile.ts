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

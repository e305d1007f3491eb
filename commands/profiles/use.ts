import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findProfile, LOCAL_PROFILE, throwNoSuchProfile } from '../../src/cli/profiles/profile.js'
import { readProfiles, writeProfiles } from '../../src/cli/profiles/profiles-file.js'

export default class ProfilesUse extends ParleyCommand {
  static override summary = 'Set the profile that commands use by default.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> studio',
    '<%= config.bin %> <%= command.id %> local',
  ]
  static override args = {
    profile: Args.string({
      required: true,
      description: 'Name of the profile; local: no profile, the server of this machine.',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProfilesUse)
    const { configDir } = this.config
    const profiles = await readProfiles(configDir)
    const chosen =
      args.profile === LOCAL_PROFILE
        ? null
        : (findProfile(profiles, args.profile) ?? throwNoSuchProfile(profiles, args.profile))
    await writeProfiles(configDir, { ...profiles, current: chosen?.name ?? null })
    this.output(flags).result({ current: chosen?.name ?? null, baseUrl: chosen?.baseUrl ?? null }, () =>
      chosen === null
        ? 'Commands use the server of this machine.'
        : `Commands use ${chosen.name}: ${chosen.baseUrl}`,
    )
  }
}

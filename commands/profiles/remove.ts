import { Args } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { yesFlag } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { findProfile, throwNoSuchProfile, withoutProfile } from '../../src/cli/profiles/profile.js'
import { readProfiles, writeProfiles } from '../../src/cli/profiles/profiles-file.js'

export default class ProfilesRemove extends ParleyCommand {
  static override summary = 'Remove a profile and its key from this machine; the key stays valid.'
  static override examples = ['<%= config.bin %> <%= command.id %> studio --yes']
  static override args = { profile: Args.string({ required: true, description: 'Name of the profile.' }) }
  static override flags = { yes: yesFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProfilesRemove)
    const { configDir } = this.config
    const profiles = await readProfiles(configDir)
    const { name, baseUrl } =
      findProfile(profiles, args.profile) ?? throwNoSuchProfile(profiles, args.profile)
    const { terminal, result } = this.output(flags)
    await confirm(terminal, flags, async () => `Remove ${name} (${baseUrl}) and its key?`)
    await writeProfiles(configDir, withoutProfile(profiles, name))
    result({ removed: name }, () => `Removed ${name}.`)
  }
}

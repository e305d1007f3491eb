import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { wasFlagGiven } from '../../src/cli/flags/was-flag-given.js'
import {
  effectiveValues,
  profilesWithoutKeys,
  renderProfiles,
  renderValues,
} from '../../src/cli/profiles/profile-view.js'
import { isOpenToOthers, profilesFileName, readProfiles } from '../../src/cli/profiles/profiles-file.js'

export default class ProfilesList extends ParleyCommand {
  static override summary = 'List profiles, and show which address and key commands use here, and why.'
  static override description = 'Precedence: flag, environment variable, profile, local server.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { flags, raw } = await this.parse(ProfilesList)
    const { configDir } = this.config
    const profiles = profilesWithoutKeys(await readProfiles(configDir))
    const values = effectiveValues(flags, await this.resolveTarget(flags), wasFlagGiven(raw))
    const { result, warn, terminal } = this.output(flags)
    if (await isOpenToOthers(configDir)) {
      warn(
        `${profilesFileName(configDir)} is accessible to other users of this machine; run \`chmod 600\` on it.`,
      )
    }
    result(
      { profiles, values },
      () => `${renderProfiles(terminal, profiles)}\n\n${renderValues(terminal, values)}`,
    )
  }
}

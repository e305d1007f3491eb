import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { wasFlagGiven } from '../../src/cli/flags/was-flag-given.js'
import { renderTable } from '../../src/cli/output/table.js'
import { inspectConfiguration } from '../../src/cli/providers/local-settings.js'
import { providerFlags, providerOptions } from '../../src/cli/serve/serve-flags.js'
import { listSettings, type ServerSetting } from '../../src/contract/providers.js'

/** With the longest key and a variable beside it, a row fits into 80 columns. */
const VALUE_WIDTH = 30

export default class ConfigShow extends ParleyCommand {
  static override summary = 'Show the settings in force, and where each comes from.'
  static override description =
    `Shows those of the running server. With a flag that names a provider or a file, shows what a server would
be started with here. Flags win over environment variables, these over the file, and the file over defaults. No key
is shown.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --llm stub',
  ]
  static override flags = { ...serviceFlags, ...providerFlags }

  async run(): Promise<void> {
    const { flags, raw } = await this.parse(ConfigShow)
    const { terminal, result } = this.output(flags)
    const isNamed = Object.keys(providerFlags).some(wasFlagGiven(raw))
    const settings = isNamed
      ? (await inspectConfiguration(providerOptions(flags, wasFlagGiven(raw)))).settings
      : (await (await this.createAccountClient(flags)).call(listSettings, {})).settings
    result({ settings }, () =>
      renderTable<ServerSetting>(
        terminal,
        [
          { title: 'setting', value: ({ key }) => key },
          { title: 'value', value: ({ value }) => value, width: VALUE_WIDTH, wraps: true },
          { title: 'from', value: ({ source }) => source, width: 'rest', wraps: true },
        ],
        settings,
      ),
    )
  }
}

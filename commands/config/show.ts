import { Flags, type Interfaces } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { wasFlagGiven } from '../../src/cli/flags/was-flag-given.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { renderTable, wrapText } from '../../src/cli/output/table.js'
import type { Terminal } from '../../src/cli/output/terminal.js'
import { inspectConfiguration } from '../../src/cli/providers/local-settings.js'
import { PACES, providerFlags, providerOptions } from '../../src/cli/serve/serve-flags.js'
import { listSettings, type ServerSetting } from '../../src/contract/providers.js'
import { LOG_LEVELS } from '../../src/runtime/observability/log-options.js'

const GAP = 2

/** What the environment says of flags that only `serve` has. */
const environmentFlags = {
  host: Flags.string({ hidden: true, env: 'PARLEY_HOST' }),
  port: Flags.integer({ hidden: true, env: 'PARLEY_PORT' }),
  limits: Flags.string({ hidden: true, env: 'PARLEY_LIMITS' }),
  pace: Flags.option({ options: PACES })({ hidden: true, env: 'PARLEY_PACE' }),
  store: Flags.string({ hidden: true, env: 'PARLEY_STORE' }),
  'log-level': Flags.option({ options: LOG_LEVELS })({ hidden: true, env: 'PARLEY_LOG_LEVEL' }),
}
type EnvironmentFlags = Interfaces.InferredFlags<typeof environmentFlags> & {
  readonly 'data-dir'?: string | undefined
}

export default class ConfigShow extends ParleyCommand {
  static override summary = 'Show the settings in force, and where each comes from.'
  static override description = `Shows those of the running server.
With a flag that names a provider or a file, shows what a server would be started with here.
Flags win over environment variables, these over the file, and the file over defaults. No key is shown.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --llm stub',
  ]
  static override flags = { ...serviceFlags, ...providerFlags, ...environmentFlags }

  async run(): Promise<void> {
    const { flags, raw } = await this.parse(ConfigShow)
    const { terminal, result } = this.output(flags)
    const isNamed = Object.keys(providerFlags).some(wasFlagGiven(raw))
    const settings = isNamed
      ? (await inspectConfiguration(startOptions(flags, wasFlagGiven(raw)))).settings
      : (await (await this.createAccountClient(flags)).call(listSettings, {})).settings
    result({ settings }, () => renderSettings(terminal, settings))
  }
}

/** What a server would be started with here: these flags, and what the environment says of the others. */
function startOptions(
  flags: Parameters<typeof providerOptions>[0] & EnvironmentFlags,
  isFlagGiven: (flag: string) => boolean,
) {
  const options = providerOptions(flags, isFlagGiven)
  const variables = { ...environmentFlags, 'data-dir': { env: 'PARLEY_DATA_DIR' } }
  const origins = Object.entries(variables).map(([name, { env }]) => [
    name,
    isFlagGiven(name) ? `--${name}` : env,
  ])
  return {
    ...options,
    host: flags.host,
    port: flags.port,
    dataDir: flags['data-dir'],
    limits: flags.limits,
    pace: flags.pace,
    store: flags.store,
    logLevel: flags['log-level'],
    origins: { ...options.origins, ...Object.fromEntries(origins) },
  }
}

/** A table where it has room, else a setting below the other: an address that is broken cannot be copied. */
function renderSettings(terminal: Terminal, settings: readonly ServerSetting[]): string {
  const shown = settings.map(({ key, value, source }) => [key, value, source].map(printableLine))
  const widths = [0, 1, 2].map((at) => Math.max(...shown.map((cells) => cells[at]?.length ?? 0)))
  const isWide = widths.reduce((sum, each) => sum + each + GAP, 0) <= terminal.width
  if (isWide)
    return renderTable<ServerSetting>(
      terminal,
      [
        { title: 'setting', value: ({ key }) => key },
        { title: 'value', value: ({ value }) => value },
        { title: 'from', value: ({ source }) => source },
      ],
      settings,
    )
  return shown
    .flatMap(([key = '', value = '', source = '']) => [
      terminal.colour.bold(key),
      ...wrapText(`${value}  (${source})`, terminal.width - GAP).map((line) => `  ${line}`),
    ])
    .join('\n')
}

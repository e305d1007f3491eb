import { Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { usageError } from '../src/cli/errors/command-error.js'
import { runWithServer } from '../src/cli/exec/run-with-server.js'
import { ephemeralServerOptions, PACES, serveFlags } from '../src/cli/serve/serve-flags.js'
import { LOG_LEVELS } from '../src/runtime/observability/log-options.js'

const {
  'data-dir': _dataDir,
  adopt: _adopt,
  ephemeral: _ephemeral,
  store: _store,
  workers: _workers,
  port: _port,
  ...shared
} = serveFlags

export default class Exec extends ParleyCommand {
  static override summary = 'Run a command beside a fresh server of its own.'
  static override description =
    'The server listens on a free port, stores nothing, and ends with the command.\n' +
    'The command finds it by PARLEY_BASE_URL, PARLEY_API_KEY, PARLEY_LOCAL_SECRET and PARLEY_ID_TOKEN, which is valid ' +
    'for a day.\n' +
    "Signals are forwarded. The exit code is the command's, 128 + n when signal n ended it, 126 or 127 when it cannot " +
    'be run. The log of the server is printed only when the exit code is not 0; failures of providers always are.'
  static override usage = '<%= command.id %> [FLAGS] -- COMMAND...'
  static override examples = [
    '<%= config.bin %> <%= command.id %> -- parley batch submit cast.yaml --wait',
    '<%= config.bin %> <%= command.id %> --demo --seed 7 -- sh -c \'parley chat maren --message "Hello"\'',
  ]
  static override strict = false
  static override args = {}
  static override flags = {
    ...shared,
    port: Flags.integer({
      helpGroup: 'PLACE',
      summary: 'Port to listen on. Default: any free one.',
      default: 0,
      min: 0,
      max: 65_535,
      helpValue: 'PORT',
    }),
    pace: Flags.option({ options: PACES })({
      helpGroup: 'CONTENT',
      summary: 'Speed of the stub model.',
      default: 'instant',
      env: 'PARLEY_PACE',
    }),
    'log-level': Flags.option({ options: LOG_LEVELS })({
      summary: 'Level of the server log. Default: info.',
      env: 'PARLEY_LOG_LEVEL',
    }),
    'server-log': Flags.string({
      summary: 'Write the log of the server to this file.',
      env: 'PARLEY_SERVER_LOG',
      helpValue: 'FILE',
    }),
  }

  /** Signals are forwarded to the child, which decides when this command ends. */
  protected override installSignalHandlers(): void {}

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Exec)
    const [file, ...rest] = argv.map(String)
    if (file === undefined) {
      throw usageError('There is no command to run.', 'Put it after --, for example: parley exec -- npm test')
    }
    const logLevel = flags['log-level'] ?? 'info'
    const options = { ...ephemeralServerOptions(flags, this.config.root), logLevel }
    process.exitCode = await runWithServer({
      words: [file, ...rest],
      options,
      logFile: flags['server-log'],
    })
  }
}

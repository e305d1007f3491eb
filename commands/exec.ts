import { Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { usageError } from '../src/cli/errors/command-error.js'
import { runWithServer } from '../src/cli/exec/run-with-server.js'
import { ephemeralServerOptions, PACES, serveFlags } from '../src/cli/serve/serve-flags.js'
import { LOG_LEVELS } from '../src/runtime/observability/log-options.js'

const { 'data-dir': _dataDir, adopt: _adopt, ephemeral: _ephemeral, port: _port, ...shared } = serveFlags

export default class Exec extends ParleyCommand {
  static override summary = 'Run a command beside a fresh server of its own.'
  static override description =
    'The server takes a free port, keeps nothing, and ends with the command.\n' +
    'The command finds it by PARLEY_BASE_URL, PARLEY_API_KEY, PARLEY_LOCAL_SECRET and PARLEY_ID_TOKEN, which is valid ' +
    'for a day.\n' +
    "Signals are passed on. The exit code is the command's, 128 + n when signal n ended it, 126 or 127 when it cannot " +
    'be run. What the server logged is printed only when the exit code is not 0; providers that failed are always ' +
    'named.'
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
      summary: 'How fast the stub model speaks.',
      default: 'instant',
      env: 'PARLEY_PACE',
    }),
    'log-level': Flags.option({ options: LOG_LEVELS })({
      summary: 'What the log of the server tells. Default: info.',
      env: 'PARLEY_LOG_LEVEL',
    }),
    'server-log': Flags.string({
      summary: 'Keep the log of the server in this file.',
      env: 'PARLEY_SERVER_LOG',
      helpValue: 'FILE',
    }),
  }

  /** Signals are for the command that runs; it decides when this one ends. */
  protected override installSignalHandlers(): void {}

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Exec)
    const [file, ...rest] = argv.map(String)
    if (file === undefined) {
      throw usageError('There is no command to run.', 'Give it after --, as in: parley exec -- npm test')
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

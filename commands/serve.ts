import { ParleyCommand } from '../src/cli/base-command.js'
import { programName, renderBanner } from '../src/cli/serve/banner.js'
import { serveFlags, serverOptions } from '../src/cli/serve/serve-flags.js'
import { waitForStopSignal } from '../src/cli/serve/stop-signal.js'
import { createClient } from '../src/client/node-client.js'
import { listCharacters } from '../src/contract/characters.js'
import type { KeptRecord, ReadyLine } from '../src/runtime/create-server.js'

export default class Serve extends ParleyCommand {
  static override summary = 'Run the service on this machine until it is interrupted.'
  static override description = `With --json the first line of standard output is the ready line, as JSON.
SIGINT or SIGTERM stops it cleanly, with exit code 0; a second one ends it at once.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> --demo',
    '<%= config.bin %> <%= command.id %> --ephemeral --port 0 --seed 7 --ready-file ready.json',
  ]
  static override flags = serveFlags

  /** The server has more to do than to exit. */
  protected override installSignalHandlers(): void {}

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve)
    const { terminal, event, note } = this.output(flags)
    const toldToStop = waitForStopSignal()
    // Loaded only here: help and all other commands do without the server.
    const { createServer, formatKeptRecord } = await import('../src/runtime/create-server.js')
    // A program reads the log.
    const onKept = flags.json ? undefined : (kept: KeptRecord) => note(formatKeptRecord(kept))
    const server = await createServer({ ...serverOptions(flags, this.config.root), onKept })
    const character = flags.json ? null : await someCharacter(server.ready)
    const program = programName(process.argv[1] ?? this.config.bin, process.cwd())
    event(server.ready, () => renderBanner(terminal, { ready: server.ready, character, program }))
    await toldToStop
    await server.stop()
    process.exit(0)
  }
}

/** The name of a character that is there to be talked to. */
async function someCharacter(ready: ReadyLine): Promise<string | null> {
  const { characters } = await createClient(ready).call(listCharacters, { query: { limit: 1 } })
  return characters[0]?.name ?? null
}

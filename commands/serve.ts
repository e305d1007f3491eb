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
SIGINT or SIGTERM shuts it down gracefully with exit code 0; a second signal ends it immediately.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> --demo',
    '<%= config.bin %> <%= command.id %> --ephemeral --port 0 --seed 7 --ready-file ready.json',
  ]
  static override flags = serveFlags

  /** The server shuts down gracefully instead of exiting. */
  protected override installSignalHandlers(): void {}

  async run(): Promise<void> {
    const { flags } = await this.parse(Serve)
    const { terminal, event, note } = this.output(flags)
    const stopRequested = waitForStopSignal()
    // Imported lazily: help and all other commands start faster without the server.
    const { createServer, formatKeptRecord } = await import('../src/runtime/create-server.js')
    // With --json, programs read the log instead.
    const onKept = flags.json ? undefined : (kept: KeptRecord) => note(formatKeptRecord(kept))
    const server = await createServer({ ...serverOptions(flags, this.config.root), onKept })
    const character = flags.json ? null : await anyCharacterName(server.ready)
    const program = programName(process.argv[1] ?? this.config.bin, process.cwd())
    event(server.ready, () => renderBanner(terminal, { ready: server.ready, character, program }))
    await stopRequested
    await server.stop()
    process.exit(0)
  }
}

/** The name of any character to talk to. */
async function anyCharacterName(ready: ReadyLine): Promise<string | null> {
  const { characters } = await createClient(ready).call(listCharacters, { query: { limit: 1 } })
  return characters[0]?.name ?? null
}

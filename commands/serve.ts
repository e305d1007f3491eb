import { ParleyCommand } from '../src/cli/base-command.js'
import { EXIT } from '../src/cli/errors/command-error.js'
import { wasFlagGiven } from '../src/cli/flags/was-flag-given.js'
import { renderProviders } from '../src/cli/providers/provider-view.js'
import { programName, renderBanner } from '../src/cli/serve/banner.js'
import { flagOrigins, serveFlags, serverOptions } from '../src/cli/serve/serve-flags.js'
import { createClient } from '../src/client/node-client.js'
import { listCharacters } from '../src/contract/characters.js'
import type { KeptRecord, ReadyLine, RunningServer, StandbyLine } from '../src/runtime/create-server.js'

export default class Serve extends ParleyCommand {
  static override summary = 'Run the service on this machine until it is interrupted.'
  static override description =
    `With --json the first line of standard output is the ready line, as JSON; with --standby a line with the event
standby comes before it when another server has the records.
SIGINT or SIGTERM stops it cleanly, with exit code 0; a second one ends it at once.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> --demo',
    '<%= config.bin %> <%= command.id %> --demo --llm ollama:llama3.2',
    '<%= config.bin %> <%= command.id %> --ephemeral --port 0 --seed 7 --ready-file ready.json',
  ]
  static override flags = serveFlags

  /** The server has to stop cleanly, so it handles signals itself. */
  protected override installSignalHandlers(): void {}

  async run(): Promise<void> {
    const { flags, raw, metadata } = await this.parse(Serve)
    const { terminal, event, note } = this.output(flags)
    const stopSignal = waitForStopSignal()
    // Loaded here, because help and all other commands do without the server.
    const { createServer, formatKeptRecord } = await import('../src/runtime/create-server.js')
    // With --json a program reads the log instead.
    const onKept = flags.json ? undefined : (kept: KeptRecord) => note(formatKeptRecord(kept))
    const origins = flagOrigins(
      wasFlagGiven(raw),
      (flag) => metadata.flags[flag]?.setFromDefault === true || !Object.hasOwn(flags, flag),
    )
    const onStandby = (waiting: StandbyLine) =>
      event(waiting, () => `Another server has the records; this one stands by at ${waiting.baseUrl}.`)
    const options = { ...serverOptions(flags, this.config.root), origins, onKept, onStandby }
    const server = await createServer({ ...options, signal: abortedBy(stopSignal) }).catch(endIfStopped)
    const character = flags.json ? null : await firstCharacterName(server.ready)
    const program = programName(process.argv[1] ?? this.config.bin, process.cwd())
    event(server.ready, () => renderBanner(terminal, { ready: server.ready, character, program }))
    const asked = await Promise.race([server.checkProviders(), stopSignal])
    const providers = (asked ?? []).filter(({ status }) => status !== 'built_in')
    if (providers.length > 0)
      event({ event: 'providers', providers }, () => `\n${renderProviders(terminal, providers)}`)
    await Promise.race([stopSignal, replacement(server)])
    // Nothing in order: what is left to do is another server's now.
    if (server.replaced?.aborted) process.exit(EXIT.failed)
    await server.stop()
    process.exit(0)
  }
}

/** Aborted while the server still starts: it was told to stop. */
function endIfStopped(error: unknown): never {
  if (error === STOPPED) process.exit(0)
  throw error
}

const STOPPED = new Error('stopped')

function abortedBy(stopSignal: Promise<void>): AbortSignal {
  const controller = new AbortController()
  void stopSignal.then(() => controller.abort(STOPPED))
  return controller.signal
}

/** Resolves when another server has taken over. */
const replacement = ({ replaced }: Pick<RunningServer, 'replaced'>): Promise<void> =>
  new Promise((resolve) => {
    if (replaced?.aborted) resolve()
    replaced?.addEventListener('abort', () => resolve(), { once: true })
  })

/** The name of a character to talk to; null if there is none. */
async function firstCharacterName(ready: ReadyLine): Promise<string | null> {
  const { characters } = await createClient(ready).call(listCharacters, { query: { limit: 1 } })
  return characters[0]?.name ?? null
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP. From then on, another one ends the process at once. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const onSignal = (exitCode: number) => () => {
      if (isStopping) process.exit(exitCode)
      isStopping = true
      resolve()
    }
    process.on('SIGINT', onSignal(EXIT.interrupted))
    process.on('SIGTERM', onSignal(EXIT.terminated))
    // Sent when the terminal is closed.
    process.on('SIGHUP', onSignal(EXIT.hungUp))
  })
}

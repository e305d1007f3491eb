import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ParleyCommand } from '../src/cli/base-command.js'
import { CommandError, EXIT } from '../src/cli/errors/command-error.js'
import { type ServiceFlags, serviceFlags, timeoutFlag } from '../src/cli/flags/service-flags.js'
import { withSpinner } from '../src/cli/output/terminal.js'
import { checkHealth } from '../src/cli/server-address/health-check.js'
import { ServiceError, UnreachableError } from '../src/client/create-client.js'

const RETRY_MS = 100

export default class Wait extends ParleyCommand {
  static override summary = 'Wait until a service answers.'
  static override description =
    'Exits with 7 when none does in time, with 1 at once when what answers is no parley server.'
  static override examples = ['<%= config.bin %> <%= command.id %> --timeout 60']
  static override flags = { ...serviceFlags, timeout: timeoutFlag('How long to wait.', 30) }

  async run(): Promise<void> {
    const { flags } = await this.parse(Wait)
    const { terminal, result } = this.output(flags)
    const until = performance.now() + flags.timeout * 1000
    const answer = await withSpinner(terminal, 'Waiting for the service', async () => {
      for (;;) {
        const found = await this.#checkServer({ ...flags, timeout: secondsTo(until) })
        if (!(found instanceof Error)) return found
        if (performance.now() + RETRY_MS > until) throw found
        await sleep(RETRY_MS)
      }
    })
    result(answer, () => `${answer.baseUrl} answers`)
  }

  /** A server that runs in another folder is not the one to wait for. */
  protected override allowsServerOfOtherFolder(): boolean {
    return false
  }

  /** Resolves the server again each time, because it may write its address only later. */
  async #checkServer(flags: ServiceFlags) {
    try {
      const { client } = await this.resolveService(flags)
      return { baseUrl: client.baseUrl, ...(await checkHealth(client)) }
    } catch (error) {
      if (error instanceof Error && isNotYet(error)) return error
      throw error
    }
  }
}

/** Unreachable, without a ready file yet, or behind a proxy while it is starting. */
const isNotYet = (error: Error): boolean =>
  error instanceof UnreachableError ||
  (error instanceof CommandError && error.exitCode === EXIT.unreachable) ||
  (error instanceof ServiceError && error.status >= 502)

const secondsTo = (until: number): number => Math.max(0.001, (until - performance.now()) / 1000)

import { ParleyCommand } from '../src/cli/base-command.js'
import { CommandError, EXIT } from '../src/cli/errors.js'
import { serviceFlags } from '../src/cli/flags.js'
import { runningServers } from '../src/cli/running-servers.js'
import { renderFields } from '../src/cli/table.js'
import type { Terminal } from '../src/cli/terminal.js'
import { type Client, ServiceError } from '../src/client/create-client.js'
import { getHealth } from '../src/contract/health.js'
import type { RegisteredServer } from '../src/runtime/server-registry.js'
import { stateFolder } from '../src/runtime/state-folder.js'

export default class Status extends ParleyCommand {
  static override summary = 'Tell which service answers, and who you are there.'
  static override description =
    'Lists the servers that you run in data folders, too. Exits with 7 when none answers, with 1 when what answers ' +
    'is no parley server.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(Status)
    const { client, target } = await this.service(flags)
    const { status, service } = await healthOf(client)
    const { apiKey, account, dataDir, pid, version, providers } = target.local ?? UNKNOWN
    const servers = (await runningServers(stateFolder())).map(({ process: _, ...server }) => server)
    const facts = { status, service, apiKey, account, dataDir, pid, version, providers, servers }
    const { terminal, result } = this.output(flags)
    const found = { baseUrl: target.baseUrl, ...facts }
    result(found, () => renderStatus(terminal, found))
  }
}

/** The health of a service; anything else that answers there is told from one that is down. */
async function healthOf(client: Client): Promise<{ status: string; service: string }> {
  const health: { status?: unknown; service?: unknown } = await client.call(getHealth, {}).catch((error) => {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    throw noServer(client, error.status < 300 ? 'gave no JSON' : `gave ${error.status}`)
  })
  const { status, service } = health
  if (typeof status === 'string' && typeof service === 'string') return { status, service }
  throw noServer(client, 'names no service')
}

const noServer = ({ baseUrl }: Client, why: string): CommandError =>
  new CommandError({
    code: 'no_parley_server',
    message: `${baseUrl} answers, but it is no parley server: GET ${getHealth.url} ${why}`,
    hint: 'Look at the address, or at which program has this port.',
    exitCode: EXIT.failed,
  })

/** What only the local server's own file tells. */
const UNKNOWN = { apiKey: null, account: null, dataDir: null, pid: null, version: null, providers: null }

type Found = {
  readonly baseUrl: string
  readonly status: string
  readonly service: string
  readonly apiKey: string | null
  readonly account: { readonly id: string; readonly email: string } | null
  readonly dataDir: string | null
  readonly pid: number | null
  readonly version: string | null
  readonly providers: Readonly<Record<string, unknown>> | null
  readonly servers: readonly Omit<RegisteredServer, 'process'>[]
}

const renderStatus = (terminal: Terminal, found: Found): string =>
  renderFields(terminal, [
    ['address', found.baseUrl],
    ['status', found.status],
    ['service', found.version === null ? found.service : `${found.service} ${found.version}`],
    ['API key', found.apiKey],
    ['account', found.account && `${found.account.email} (${found.account.id})`],
    ['data', found.dataDir],
    ['process', found.pid === null ? null : String(found.pid)],
    ...Object.entries(found.providers ?? {}).map(([ability, name]) => [ability, String(name)] as const),
    ...found.servers.map(
      (one) => ['running', `${one.folder} at ${one.baseUrl}, process ${one.pid}`] as const,
    ),
  ])

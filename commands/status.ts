import { ParleyCommand } from '../src/cli/base-command.js'
import { serviceFlags } from '../src/cli/flags/service-flags.js'
import { renderFields } from '../src/cli/output/table.js'
import type { Terminal } from '../src/cli/output/terminal.js'
import { checkHealth } from '../src/cli/server-address/health-check.js'
import { listRunningServers } from '../src/cli/server-address/running-servers.js'
import type { RegisteredServer } from '../src/runtime/local-state/server-registry.js'
import { stateFolder } from '../src/runtime/local-state/state-folder.js'

export default class Status extends ParleyCommand {
  static override summary = 'Show which service responds, and the account and key used there.'
  static override description =
    'Also lists your running servers with a data folder. Exits with 7 if no server responds, with 1 if it is not a ' +
    'parley server.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(Status)
    const { client, target } = await this.resolveService(flags)
    const { status, service } = await checkHealth(client)
    const local = target.local ?? UNKNOWN
    const { apiKey, account, dataDir, database = null, workers = null, pid, version, providers } = local
    const servers = (await listRunningServers(stateFolder())).map(({ process: _, ...server }) => server)
    const where = { dataDir, database, workers, pid }
    const { terminal, result } = this.output(flags)
    const found = {
      baseUrl: target.baseUrl,
      status,
      service,
      apiKey,
      account,
      ...where,
      version,
      providers,
      servers,
    }
    result(found, () => renderStatus(terminal, found))
  }
}

/** Only known from the `server.json` of a local server. */
const UNKNOWN = {
  ...{ apiKey: null, account: null, pid: null, version: null, providers: null },
  ...{ dataDir: null, database: null, workers: null },
}

type Found = {
  readonly baseUrl: string
  readonly status: string
  readonly service: string
  readonly apiKey: string | null
  readonly account: { readonly id: string; readonly email: string } | null
  readonly dataDir: string | null
  /** Null: the records are in the data folder, or in memory. */
  readonly database: string | null
  readonly workers: number | null
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
    ['records', found.database],
    ['workers', found.workers === null ? null : String(found.workers)],
    ['process', found.pid === null ? null : String(found.pid)],
    ...Object.entries(found.providers ?? {}).map(([ability, name]) => [ability, String(name)] as const),
    ...found.servers.map(
      (server) => ['running', `${server.folder} at ${server.baseUrl}, process ${server.pid}`] as const,
    ),
  ])

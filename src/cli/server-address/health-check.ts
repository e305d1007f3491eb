import { type Client, type OperationResult, ServiceError } from '../../client/create-client.js'
import { getHealth } from '../../contract/health.js'
import { CommandError, EXIT } from '../errors/command-error.js'

/** Reads the health of a service. Throws a CommandError if what answers is not a parley server. */
export async function checkHealth(client: Client): Promise<OperationResult<typeof getHealth>> {
  const health = await client.call(getHealth, {}).catch((error) => {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    throw notAParleyServer(client, error.status < 300 ? 'returned no JSON' : `returned ${error.status}`)
  })
  const { status, service }: { status?: unknown; service?: unknown } = health
  if (typeof status === 'string' && typeof service === 'string') return health
  throw notAParleyServer(client, 'does not name the service')
}

const notAParleyServer = ({ baseUrl }: Client, why: string): CommandError =>
  new CommandError({
    code: 'no_parley_server',
    message: `${baseUrl} answers, but is not a parley server: GET ${getHealth.url} ${why}`,
    hint: 'Check the address, and which program uses this port.',
    exitCode: EXIT.failed,
  })

import { type Client, type OperationResult, ServiceError } from '../../client/create-client.js'
import { getHealth } from '../../contract/health.js'
import { CommandError, EXIT } from '../errors/command-error.js'

/** The health of a service. What answers there and is no parley server is told from a server that is down. */
export async function checkHealth(client: Client): Promise<OperationResult<typeof getHealth>> {
  const health = await client.call(getHealth, {}).catch((error) => {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    throw noServer(client, error.status < 300 ? 'gave no JSON' : `gave ${error.status}`)
  })
  const { status, service }: { status?: unknown; service?: unknown } = health
  if (typeof status === 'string' && typeof service === 'string') return health
  throw noServer(client, 'names no service')
}

const noServer = ({ baseUrl }: Client, why: string): CommandError =>
  new CommandError({
    code: 'no_parley_server',
    message: `${baseUrl} answers, but it is no parley server: GET ${getHealth.url} ${why}`,
    hint: 'Look at the address, or at which program has this port.',
    exitCode: EXIT.failed,
  })

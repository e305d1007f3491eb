import { type Client, ServiceError, UnreachableError } from '../../client/create-client.js'
import { getHealth } from '../../contract/health.js'
import { describeFailure } from '../errors/describe-failure.js'
import type { ServiceTarget } from '../server-address/discovery.js'
import type { LocalServer } from '../server-address/server-file.js'
import { type Check, fail, ok } from './check.js'
import { addressWithoutSecrets } from './server-address.js'

const ANSWERS = 'answers'

type Reachability = { readonly check: Check; readonly isReachable: boolean; readonly isService: boolean }

/** Whether anything answers there, and whether it is the service. */
export async function checkReachability(
  client: Client,
  { source, local }: ServiceTarget,
): Promise<Reachability> {
  const address = addressWithoutSecrets(client.baseUrl)
  const started = performance.now()
  try {
    const { service } = await client.call(getHealth, {})
    const ms = Math.round(performance.now() - started)
    if (typeof service !== 'string')
      return notTheService(`what answers at ${address} does not say what it is`)
    return { check: ok(ANSWERS, `${service} answers in ${ms} ms`), isReachable: true, isService: true }
  } catch (error) {
    if (error instanceof UnreachableError)
      return noResponse(address, error, source === 'local' ? local : null)
    if (!(error instanceof ServiceError)) throw error
    return notTheService(`${address} answers ${error.status} where a service tells its health`)
  }
}

const notTheService = (message: string): Reachability => ({
  check: fail(
    ANSWERS,
    message,
    'Something else listens there, or the address has a path too much or too few.',
  ),
  isReachable: true,
  isService: false,
})

function noResponse(address: string, error: UnreachableError, local: LocalServer | null): Reachability {
  const why = error.reason === 'timeout' ? ' in time; --timeout gives it longer' : codeOf(error)
  return {
    check: fail(
      ANSWERS,
      `no server answers at ${address}${why}`,
      local ? leftBehind(local) : (describeFailure(error).hint ?? ''),
    ),
    isReachable: false,
    isService: false,
  }
}

/** A number of a process is given again: what has it now need not be our server. */
const leftBehind = ({ pid }: LocalServer): string =>
  `Look whether process ${pid} is still that server; if not, start \`parley serve\` again.`

/** The system's word for it, such as ECONNREFUSED, which fetch hides in the cause of its error. */
function codeOf({ cause }: Error): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause
  return inner instanceof Error && 'code' in inner ? ` (${String(inner.code)})` : ''
}

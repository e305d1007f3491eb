import { dirname, resolve } from 'node:path'
import { type Client, ServiceError, UnreachableError } from '../../client/create-client.js'
import type { Credentials } from '../../client/credentials.js'
import { probeHandshake } from '../../client/session/handshake.js'
import { getHealth } from '../../contract/health.js'
import { describeFailure } from '../errors/describe-failure.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { printableLine } from '../output/printable.js'
import { addressWithoutSecrets } from '../server-address/base-url.js'
import { dataDirOf, ignoredReason, type ServiceTarget, serverFilePath } from '../server-address/discovery.js'
import type { LocalServer, ServerFile } from '../server-address/server-file.js'
import { type Check, fail, ok, warn } from './check.js'

const LOCAL = 'local server'

/** Reports what the `server.json` or ready file of a local server contains. */
export function checkServerFile(flags: ServiceFlags, file: ServerFile): Check {
  const name = resolve(serverFilePath(flags))
  if (file.state === 'running')
    return ok(
      LOCAL,
      `process ${file.server.pid} serves ${addressWithoutSecrets(file.server.baseUrl)}, according to ${name}`,
    )
  const ignored = ignoredReason(name, file)
  if (ignored !== null) return warn(LOCAL, ignored.message, ignored.hint)
  return ok(LOCAL, `none runs here: ${name} does not exist`)
}

/** Reports the server that commands connect to, and what selected it. */
export function checkTarget(
  { baseUrl, source, profile, serverFile }: ServiceTarget,
  flags: ServiceFlags,
  wasFlagGiven: (flag: string) => boolean,
): Check {
  const sourceName = (flag: string, variable: string) => (wasFlagGiven(flag) ? `--${flag}` : variable)
  const why = {
    flag: () => `named by ${sourceName('base-url', 'PARLEY_BASE_URL')}`,
    profile: () => `profile ${profile?.name}`,
    local: () =>
      flags['ready-file'] === undefined
        ? `runs in ${resolve(dataDirOf(flags))}`
        : `named by the file of ${sourceName('ready-file', 'PARLEY_READY_FILE')}`,
    elsewhere: () => `runs in ${printableLine(dirname(serverFile ?? ''))}, another folder`,
    default: () => 'the default: no flag, variable or running server selects another',
  }
  return ok('server', `${addressWithoutSecrets(baseUrl)} (${why[source]()})`)
}

const ANSWERS = 'answers'

type Reachability = { readonly check: Check; readonly isReachable: boolean; readonly isService: boolean }

/** Checks whether a server answers at the address, and whether it is the service. */
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
      return notTheService(`the server at ${address} does not name the service`)
    return { check: ok(ANSWERS, `${service} answers in ${ms} ms`), isReachable: true, isService: true }
  } catch (error) {
    if (error instanceof UnreachableError)
      return noResponse(address, error, source === 'local' ? local : null)
    if (!(error instanceof ServiceError)) throw error
    return notTheService(`${address} answers the health check with ${error.status}`)
  }
}

const notTheService = (message: string): Reachability => ({
  check: fail(ANSWERS, message, 'Another program listens there, or the path of the address is wrong.'),
  isReachable: true,
  isService: false,
})

function noResponse(address: string, error: UnreachableError, local: LocalServer | null): Reachability {
  const why = error.reason === 'timeout' ? ' in time; --timeout allows more' : codeOf(error)
  return {
    check: fail(
      ANSWERS,
      `no server answers at ${address}${why}`,
      local ? staleServerHint(local) : (describeFailure(error).hint ?? ''),
    ),
    isReachable: false,
    isService: false,
  }
}

/** The system reuses process ids, so the process may be another program by now. */
const staleServerHint = ({ pid }: LocalServer): string =>
  `Check whether process ${pid} is still that server; if not, start \`parley serve\` again.`

/** The system error code, such as ECONNREFUSED, which fetch hides in the cause of its error. */
function codeOf({ cause }: Error): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause
  return inner instanceof Error && 'code' in inner ? ` (${String(inner.code)})` : ''
}

/** The refusal of a handshake whose credentials are valid and only the character is missing. */
const VALID_CREDENTIALS = 'Character not found'

const TRANSPORTS = [
  { transport: 'websocket', name: 'WebSocket', hint: 'A proxy may not forward upgrade requests.' },
  {
    transport: 'polling',
    name: 'long polling',
    hint: 'A proxy may buffer requests or distribute them over several servers.',
  },
] as const

type SentCredentials = Pick<Credentials, 'apiKey' | 'idToken'>

/** Tries the socket handshake over each transport, without opening a conversation. */
export const checkSocket = (
  client: Client,
  credentials: SentCredentials,
  timeoutMs: number,
): Promise<Check[]> =>
  Promise.all(
    TRANSPORTS.map(async ({ transport, name, hint }) => {
      const settings = {
        baseUrl: client.baseUrl,
        credentials: orPlaceholder(credentials),
        transport,
        timeoutMs,
      }
      const answer = await probeHandshake(settings).catch((error: Error) => error)
      if (answer instanceof Error) return fail(name, `no handshake: ${handshakeFailure(answer)}`, hint)
      return handshakeCheck(name, answer, credentials)
    }),
  )

/** Replaces the message of the error, which contains the address and so perhaps a password. */
function handshakeFailure(error: Error): string {
  if (!(error instanceof UnreachableError)) return error.message
  return error.reason === 'timeout' ? 'no answer in time' : 'the connection was refused or closed'
}

const isEmpty = ({ apiKey, idToken }: SentCredentials) => !apiKey && !idToken

/** Without a credential the server would wait for one; a wrong one it answers at once. */
const orPlaceholder = (credentials: SentCredentials): SentCredentials =>
  isEmpty(credentials) ? { apiKey: 'none' } : credentials

function handshakeCheck(name: string, answer: string, credentials: SentCredentials): Check {
  if (answer === VALID_CREDENTIALS) return ok(name, 'handshake answered; the credentials may talk')
  if (isEmpty(credentials)) return ok(name, 'handshake answered')
  return warn(
    name,
    `handshake answered, but refused: ${answer}`,
    'Talking needs a valid key with the scope conversations:write.',
  )
}

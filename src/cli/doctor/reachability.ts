import { dirname, resolve } from 'node:path'
import { type Client, ServiceError, UnreachableError } from '../../client/create-client.js'
import type { Credentials } from '../../client/credentials.js'
import { probeHandshake } from '../../client/session/probe-handshake.js'
import { getHealth } from '../../contract/health.js'
import { describeFailure } from '../errors/describe-failure.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { printableLine } from '../output/printable.js'
import { addressWithoutSecrets } from '../server-address/base-url.js'
import { dataDirOf, ignoredReason, type ServiceTarget, serverFilePath } from '../server-address/discovery.js'
import type { LocalServer, ServerFile } from '../server-address/server-file.js'
import { type Check, fail, ok, warn } from './check.js'

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

/** What the service answers when the credentials may talk and only the character is missing. */
const MAY_TALK = 'Character not found'

const TRANSPORTS = [
  { transport: 'websocket', name: 'WebSocket', hint: 'A proxy in between may not pass upgrades on.' },
  {
    transport: 'polling',
    name: 'long polling',
    hint: 'A proxy in between may hold back or spread requests.',
  },
] as const

type ShownCredentials = Pick<Credentials, 'apiKey' | 'idToken'>

/** The handshake of the real-time door over each transport, as far as it goes without opening a conversation. */
export const checkSocket = (client: Client, shown: ShownCredentials, timeoutMs: number): Promise<Check[]> =>
  Promise.all(
    TRANSPORTS.map(async ({ transport, name, hint }) => {
      const settings = { baseUrl: client.baseUrl, credentials: orPlaceholder(shown), transport, timeoutMs }
      const answer = await probeHandshake(settings).catch((error: Error) => error)
      if (answer instanceof Error) return fail(name, `no handshake: ${whyNone(answer)}`, hint)
      return handshakeCheck(name, answer, shown)
    }),
  )

/** Not the words of the error itself: they name the address, in which there may be a password. */
function whyNone(error: Error): string {
  if (!(error instanceof UnreachableError)) return error.message
  return error.reason === 'timeout' ? 'no answer in time' : 'the connection is refused or broken off'
}

const isEmpty = ({ apiKey, idToken }: ShownCredentials) => !apiKey && !idToken

/** Without a credential the door would wait for one; it answers a wrong one at once. */
const orPlaceholder = (shown: ShownCredentials): ShownCredentials =>
  isEmpty(shown) ? { apiKey: 'none' } : shown

function handshakeCheck(name: string, answer: string, shown: ShownCredentials): Check {
  if (answer === MAY_TALK) return ok(name, 'handshake answered; the credentials may talk')
  if (isEmpty(shown)) return ok(name, 'handshake answered')
  return warn(
    name,
    `handshake answered, but refused: ${answer}`,
    'To talk, a key has to be valid and to hold conversations:write.',
  )
}

const LOCAL = 'local server'

/** What the file says in which a local server tells where it is. */
export function checkServerFile(flags: ServiceFlags, file: ServerFile): Check {
  const name = resolve(serverFilePath(flags))
  if (file.state === 'running')
    return ok(
      LOCAL,
      `process ${file.server.pid} serves ${addressWithoutSecrets(file.server.baseUrl)}, says ${name}`,
    )
  const ignored = ignoredReason(name, file)
  if (ignored !== null) return warn(LOCAL, ignored.message, ignored.hint)
  return ok(LOCAL, `none runs here: ${name} is not there`)
}

/** Which server the commands ask, and why this one. */
export function checkTarget(
  { baseUrl, source, profile, serverFile }: ServiceTarget,
  flags: ServiceFlags,
  isTyped: (flag: string) => boolean,
): Check {
  const named = (flag: string, variable: string) => (isTyped(flag) ? `--${flag}` : variable)
  const why = {
    flag: () => `named by ${named('base-url', 'PARLEY_BASE_URL')}`,
    profile: () => `profile ${profile?.name}`,
    local: () =>
      flags['ready-file'] === undefined
        ? `runs in ${resolve(dataDirOf(flags))}`
        : `named by the file of ${named('ready-file', 'PARLEY_READY_FILE')}`,
    elsewhere: () => `runs in ${printableLine(dirname(serverFile ?? ''))}, another folder`,
    default: () => 'the default: no flag, no variable and no server that runs here names another',
  }
  return ok('server', `${addressWithoutSecrets(baseUrl)} (${why[source]()})`)
}

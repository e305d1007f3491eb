import { type Client, UnreachableError } from '../../client/create-client.js'
import type { Credentials } from '../../client/credentials.js'
import { probeHandshake } from '../../client/session/handshake.js'
import { type Check, fail, ok, warn } from './check.js'

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

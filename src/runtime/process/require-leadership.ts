import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Leadership } from '../../domain/leadership.js'
import type { Departure } from './departure.js'

/** Does not depend on the records. */
const HEALTH = '/api/health'

/**
 * Refuses what `refusal` has a reason for, and holds back every other request, until it is certain that no other server has taken the place of this one; otherwise keys that
 * were revoked there would be accepted here. Called when all listeners of the server are there, before it listens.
 */
export function requireLeadership(
  server: Server,
  leadership: Pick<Leadership, 'confirm'>,
  { refusal }: Pick<Departure, 'refusal'>,
): void {
  for (const event of ['request', 'upgrade', 'checkContinue', 'checkExpectation'] as const) {
    const listeners = server.listeners(event)
    if (listeners.length === 0) continue
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, answer: ServerResponse | Socket, ...rest: unknown[]) => {
      const pass = () => {
        for (const listener of listeners) listener.call(server, request, answer, ...rest)
      }
      const reason = refusal(request.url ?? '')
      if (reason !== undefined) return refuse(answer, reason)
      const uncertain = request.url === HEALTH ? undefined : leadership.confirm()
      if (uncertain === undefined) return pass()
      uncertain.then(pass, () => refuse(answer, UNCERTAIN))
    })
  }
}

const UNCERTAIN = 'This server does not know whether it still has the records'

function refuse(answer: ServerResponse | Socket, detail: string): void {
  if (answer instanceof ServerResponse) {
    answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
    answer.end(JSON.stringify({ detail }))
    return
  }
  // Without a listener, a client that has left meanwhile would end the process.
  answer.on('error', () => undefined)
  answer.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\r\n')
}

import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Leadership } from '../../domain/leadership.js'

/** Does not depend on the records. */
const HEALTH = '/api/health'

/**
 * Holds back every request, until it is certain that no other server has taken the place of this one; otherwise keys that
 * were revoked there would be accepted here. Called when all listeners of the server are there, before it listens.
 */
export function requireLeadership(server: Server, leadership: Pick<Leadership, 'confirm'>): void {
  for (const event of ['request', 'upgrade', 'checkContinue', 'checkExpectation'] as const) {
    const listeners = server.listeners(event)
    if (listeners.length === 0) continue
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, answer: ServerResponse | Socket, ...rest: unknown[]) => {
      const pass = () => {
        for (const listener of listeners) listener.call(server, request, answer, ...rest)
      }
      const uncertain = request.url === HEALTH ? undefined : leadership.confirm()
      if (uncertain === undefined) return pass()
      uncertain.then(pass, () => refuse(answer))
    })
  }
}

const REFUSAL = JSON.stringify({ detail: 'This server does not know whether it still has the records' })

function refuse(answer: ServerResponse | Socket): void {
  if (answer instanceof ServerResponse) {
    answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' })
    answer.end(REFUSAL)
    return
  }
  // Without a listener, a client that has left meanwhile would end the process.
  answer.on('error', () => undefined)
  answer.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\r\n')
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StandbySettings } from '../../store/postgres/standby.js'
import type { Settings } from '../config/settings.js'
import { baseUrlOf, listenError } from './listen.js'

export type Standby = {
  /** Undefined when this server does not wait for others. */
  readonly settings: StandbySettings | undefined
  /** Stops answering; resolves with the port, which is free then, or with undefined when nobody had to wait. */
  close(): Promise<number | undefined>
}

/** Answers health while another server has the records, at the address where this one will serve them. */
export function createStandby({
  host,
  port,
  standby,
  onStandby,
  signal = new AbortController().signal,
}: Pick<Settings, 'host' | 'port' | 'standby' | 'onStandby' | 'signal'>): Standby {
  let server: Server | undefined
  const onWait = async () => {
    server = createHealthServer()
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening').catch((error: unknown) => {
      throw listenError({ host, port }, error)
    })
    onStandby?.({ event: 'standby', baseUrl: baseUrlOf(server, host), pid: process.pid })
  }
  return {
    settings: standby ? { onWait, signal, machineTime: Date.now } : undefined,
    async close() {
      const closing = server
      if (closing === undefined) return undefined
      server = undefined
      const { port: taken } = closing.address() as AddressInfo // a server that listens on TCP has no other kind
      closing.close()
      closing.closeAllConnections()
      await once(closing, 'close')
      return taken
    },
  }
}

const HEALTH = JSON.stringify({ status: 'standby', service: 'parley' })
const REFUSAL = JSON.stringify({ detail: 'This server stands by: another one has the records' })
/** Nobody who asks here has much to say. */
const REQUEST_MS = 5000

function createHealthServer(): Server {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      const path = request.url?.split('?', 1)[0]
      const isHealth = path === '/api/health'
      response.writeHead(isHealth ? 200 : 503, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        // What comes next may be for the server that this one becomes.
        connection: 'close',
        ...(!isHealth && { 'retry-after': '1' }),
      })
      response.end(isHealth || path === '/api/health/ready' ? HEALTH : REFUSAL)
    },
  )
  return server
}

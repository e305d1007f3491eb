import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import type { createApp } from '../../http/create-app.js'
import type { Settings } from '../config/settings.js'
import { StartError } from './start-error.js'

type App = Awaited<ReturnType<typeof createApp>>
type ListenAddress = Pick<Settings, 'host' | 'port'>

/** Throws a StartError when the address cannot be listened on. */
export const checkListenAddress = async (address: ListenAddress): Promise<void> =>
  void (await freePort(address))

/** The port, or a free one for 0. Throws a StartError when the address cannot be listened on. */
export async function freePort({ host, port }: ListenAddress): Promise<number> {
  const probe = createServer()
  probe.listen({ host, port, exclusive: true })
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw listenError({ host, port }, error)
  }
  const { port: found } = probe.address() as AddressInfo // a server that listens on TCP has no other kind of address
  probe.close()
  await once(probe, 'close')
  return found
}

/** Listens, and resolves with the base URL. Throws a StartError when the address cannot be listened on. */
export async function listen(app: App, { host, port }: ListenAddress): Promise<string> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError({ host, port }, error)
  })
  return baseUrlOf(app.server, host)
}

export function listenError({ host, port }: ListenAddress, error: unknown): StartError {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is already in use.`,
      'Stop what uses it, or choose another with --port (0 takes any free one).',
      { cause: error },
    )
  }
  return new StartError(
    `Cannot listen on ${host}:${port} (${code ?? 'unknown error'}).`,
    'Check --host and --port.',
    { cause: error },
  )
}

/** The wildcard addresses, and the loopback address that a client on this machine uses instead. */
const LOOPBACK_OF: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** The URL by which clients on this machine reach the server. */
export function baseUrlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo // a server that listens on TCP has no other kind of address
  const name = LOOPBACK_OF[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${name}:${port}`
}

/** Closes the server and every connection that is still open, answered or not. */
export async function forceClose(app: App): Promise<void> {
  const closed = app.close()
  app.server.closeAllConnections()
  await closed
}

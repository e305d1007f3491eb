import { connect as connectTcp, type Socket, type TcpNetConnectOpts } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

export type SocketTarget = {
  readonly isSecure: boolean
  /** Of TCP, and of TLS if it is secure. */
  readonly options: TcpNetConnectOpts & ConnectionOptions & { readonly host: string }
}

/** Begins to connect; a test passes one that reaches nothing but its own servers. */
export type OpenSocket = (connection: SocketTarget) => Socket

export const openSocket: OpenSocket = ({ isSecure, options }) =>
  isSecure ? connectTls(options) : connectTcp(options)

/** A connection that is made, with its TLS handshake; let go when the signal aborts before. */
export function connect(open: OpenSocket, connection: SocketTarget, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket = open(connection)
    const giveUp = () => {
      socket.destroy()
      reject(signal.reason)
    }
    const settle = () => signal.removeEventListener('abort', giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    // Stays, for a connection may break while nobody else listens to it.
    socket.on('error', reject)
    socket.once('close', () => {
      settle()
      reject(new Error('The connection was closed before it was made'))
    })
    socket.once(connection.isSecure ? 'secureConnect' : 'connect', () => {
      settle()
      resolve(socket)
    })
  })
}

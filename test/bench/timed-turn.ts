import type { Socket } from 'socket.io-client'

/** Says something. Resolves once the reply is over, with the milliseconds to its first piece. */
export function timedTurn(socket: Socket, said: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    let first: number | undefined
    const hear = ({ is_final }: { is_final: boolean }) => {
      first ??= performance.now() - start
      if (!is_final) return
      socket.off('bot_response', hear)
      resolve(first)
    }
    socket.on('bot_response', hear)
    socket.emit('text', { text: said, textOnly: true })
  })
}

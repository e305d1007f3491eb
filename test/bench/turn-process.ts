import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import type { Calls } from './count-calls.js'
import type { Ran } from './profile-functions.js'
import type { Question, Served } from './turn-server.js'

export type TurnProcess = Awaited<ReturnType<typeof startTurnProcess>>

/** A server in a process of its own; `file` is the compiled turn-server.ts. */
export async function startTurnProcess(file: URL, [kind, ...words]: readonly string[]) {
  const child: ChildProcess = fork(file, [kind ?? '', ...words])
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the server ended with ${String(code ?? signal)}`)
  })
  ended.catch(() => undefined)
  const message = () => Promise.race([once(child, 'message'), ended])
  const [{ key, url }] = (await message()) as [Served]
  const sockets = new Set<Socket>()
  const ask = async (question: Question): Promise<unknown> => {
    const answered = message()
    child.send(question)
    return (await answered)[0]
  }
  return {
    /** A socket that is ready to talk. */
    connect: async (player: string): Promise<Socket> => {
      const auth = { api_key: key, character_id: 'c1', player_id: player }
      const socket = io(url, { transports: ['websocket'], forceNew: true, auth })
      sockets.add(socket)
      await new Promise((resolve) => socket.once(kind === 'echo' ? 'connect' : 'session_info', resolve))
      return socket
    },
    disconnect: (closed: readonly Socket[]): void => {
      for (const socket of closed) {
        socket.disconnect()
        sockets.delete(socket)
      }
    },
    /** Of the process so far, in milliseconds. */
    processorMs: async () => (await ask({ ask: 'processor time' })) as number,
    /** What is still needed after a collection, in bytes. */
    heapBytes: async () => (await ask({ ask: 'heap' })) as number,
    /** What the process takes of the machine after a collection, in bytes. */
    residentBytes: async () => (await ask({ ask: 'resident memory' })) as number,
    /** Medians of the newest turns, by stage, in milliseconds. */
    stages: async () => (await ask({ ask: 'stages' })) as Readonly<Record<string, number>>,
    startCounting: () => ask({ ask: 'start counting' }),
    calls: async () => (await ask({ ask: 'calls' })) as Calls,
    startProfiling: () => ask({ ask: 'start profiling' }),
    functions: async () => (await ask({ ask: 'functions' })) as Ran,
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.disconnect()
      child.kill()
      await ended.catch(() => undefined)
    },
  }
}

/** Says something. Resolves once the reply is over, with the milliseconds to its first piece. */
export function timedTurn(socket: Socket, text: string): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    let first: number | undefined
    const onResponse = ({ is_final }: { is_final: boolean }) => {
      first ??= performance.now() - start
      if (!is_final) return
      socket.off('bot_response', onResponse)
      resolve(first)
    }
    socket.on('bot_response', onResponse)
    socket.emit('text', { text, textOnly: true })
  })
}

/** The milliseconds until an echo server has sent a text back; `durable_text` is synced to the disk before. */
export function timedEcho(
  socket: Socket,
  text: string,
  event: 'text' | 'durable_text' = 'text',
): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now()
    socket.once('echo', () => resolve(performance.now() - start))
    socket.emit(event, { text, textOnly: true })
  })
}

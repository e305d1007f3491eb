import type { WebSocket } from 'ws'

/** A client WebSocket that queues messages until it is open. */
export interface ClientWebSocket {
  send(message: Uint8Array | string): void
  /** Bytes queued or buffered. */
  waitingBytes(): number
  isOpen(): boolean
  close(): void
}

type WebSocketOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly onOpen: () => void
  readonly onMessage: (data: unknown) => void
  /** Called once on any end except `close`. */
  readonly onClose: (wasOpened: boolean) => void
}

/** Maximum size of a received message; results usually have a few thousand bytes. */
const MESSAGE_BYTES = 2 ** 20

export function openWebSocket(
  url: string,
  { headers, onOpen: opened, onMessage: read, onClose: closed }: WebSocketOptions,
): ClientWebSocket {
  let socket: WebSocket | undefined
  let waiting: (Uint8Array | string)[] = []
  let isOver = false
  let wasOpened = false

  const end = () => {
    if (isOver) return
    isOver = true
    waiting = []
    closed(wasOpened)
  }
  const connect = async () => {
    const { WebSocket } = await import('ws')
    if (isOver) return
    const opening = new WebSocket(url, { headers, perMessageDeflate: false, maxPayload: MESSAGE_BYTES })
    socket = opening
    opening.on('open', () => {
      wasOpened = true
      opened()
      for (const message of waiting.splice(0)) opening.send(message)
    })
    // Providers send text messages only.
    opening.on('message', (data, isBinary) => read(isBinary ? undefined : String(data)))
    opening.on('error', end)
    opening.on('close', end)
  }
  connect().catch(end)
  return {
    send: (message) => {
      if (isOver) return
      if (wasOpened) socket?.send(message)
      else waiting.push(message)
    },
    waitingBytes: () =>
      waiting.reduce((sum, message) => sum + message.length, 0) +
      (wasOpened ? (socket?.bufferedAmount ?? 0) : 0),
    isOpen: () => wasOpened && !isOver,
    close: () => {
      isOver = true
      waiting = []
      socket?.close()
    },
  }
}

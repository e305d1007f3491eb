import type { WebSocket } from 'ws'

/** A client's WebSocket that can be sent to before it is open. */
export interface ClientWebSocket {
  send(message: Uint8Array | string): void
  /** What was sent and has not left yet. */
  waitingBytes(): number
  isOpen(): boolean
  close(): void
}

type WebSocketOptions = {
  readonly headers: Readonly<Record<string, string>>
  readonly onOpen: () => void
  readonly onMessage: (data: unknown) => void
  /** Once, however it came about; not after `close`. */
  readonly onClose: (hadOpened: boolean) => void
}

/** The longest message that is read: a stretch of words is a few thousand. */
const MESSAGE_BYTES = 2 ** 20

export function openWebSocket(
  url: string,
  { headers, onOpen: opened, onMessage: read, onClose: closed }: WebSocketOptions,
): ClientWebSocket {
  let socket: WebSocket | undefined
  let waiting: (Uint8Array | string)[] = []
  let isOver = false
  let hadOpened = false

  const end = () => {
    if (isOver) return
    isOver = true
    waiting = []
    closed(hadOpened)
  }
  const connect = async () => {
    const { WebSocket } = await import('ws')
    if (isOver) return
    const opening = new WebSocket(url, { headers, perMessageDeflate: false, maxPayload: MESSAGE_BYTES })
    socket = opening
    opening.on('open', () => {
      hadOpened = true
      opened()
      for (const message of waiting.splice(0)) opening.send(message)
    })
    // Every message of the provider is text.
    opening.on('message', (data, isBinary) => read(isBinary ? undefined : String(data)))
    opening.on('error', end)
    opening.on('close', end)
  }
  connect().catch(end)
  return {
    send: (message) => {
      if (isOver) return
      if (hadOpened) socket?.send(message)
      else waiting.push(message)
    },
    waitingBytes: () =>
      waiting.reduce((sum, message) => sum + message.length, 0) +
      (hadOpened ? (socket?.bufferedAmount ?? 0) : 0),
    isOpen: () => hadOpened && !isOver,
    close: () => {
      isOver = true
      waiting = []
      socket?.close()
    },
  }
}

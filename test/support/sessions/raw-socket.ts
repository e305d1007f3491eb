import { onTestFinished } from 'vitest'
import { openByteSocket } from '../providers/byte-socket.js'

export { BINARY, TEXT } from '../providers/byte-socket.js'

/** A WebSocket of which every byte can be chosen, until the test ends. */
export async function openRawSocket(...at: Parameters<typeof openByteSocket>) {
  const socket = await openByteSocket(...at)
  onTestFinished(() => void socket.destroy())
  return socket
}

import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { NAMESPACE } from '../../src/contract/namespace.js'
import { listen } from './session-server.js'

// Forked by sessions.bench.ts: takes the same sessions as parley, and does nothing but send each text back.
const server = createServer()
new Server(server).of(NAMESPACE).on('connection', (socket) => {
  socket.emit('session_info', { session_id: socket.id })
  socket.on('text', ({ text }: { text: string }, acknowledge?: () => void) => {
    acknowledge?.()
    socket.emit('bot_response', { message_id: `${socket.id}-${performance.now()}`, text, is_final: true })
  })
})
process.send?.(await listen(server))

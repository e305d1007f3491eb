import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Server } from 'socket.io'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import { openStore } from '../../src/store/open.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { listen, serveSessions } from './session-server.js'

// Forked by turn.bench.ts with a folder: serves sessions on a durable store, sessions on records in memory, and bare
// echoes, one of which syncs a line to disk before it answers.
const [folder = ''] = process.argv.slice(2)
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }

process.send?.({
  key: KEY,
  durable: await serveSessions(await openStore({ folder, log, clock: { now: () => new Date() } })),
  memory: await serveSessions(createInMemoryStore()),
  echo: await serveEchoes(),
})

async function serveEchoes(): Promise<string> {
  const file = await open(join(folder, 'echoes'), 'a')
  const server = createServer()
  new Server(server).on('connection', (socket) => {
    socket.on('echo', (payload) => socket.emit('echo', payload))
    socket.on('durable_echo', async (payload) => {
      await file.write(`${JSON.stringify(payload)}\n`)
      await file.datasync()
      socket.emit('echo', payload)
    })
  })
  return listen(server)
}

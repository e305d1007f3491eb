import { hash, randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { type CharacterConfig, createCharacter } from '../../src/contract/characters.js'
import { namedSchemas } from '../../src/http/named-schemas.js'
import { CHARACTER, KEY } from './http-samples.js'

// A bare Fastify route that creates a record: it checks a key and the body, and answers when the record is durable.

const [folder = ''] = process.argv.slice(2)
const keys = new Map([[hash('sha256', KEY), 'a1']])
const log = createLog(await open(join(folder, 'bare.log'), 'a'))

const app = fastify()
for (const schema of namedSchemas()) app.addSchema(schema)
app.addHook('onRequest', async (request, reply) => {
  const known = keys.get(hash('sha256', String(request.headers['x-api-key'])))
  if (known === undefined) return reply.code(401).send({ detail: 'Invalid API key' })
})
app.route<{ Body: CharacterConfig }>({
  ...createCharacter,
  handler: async ({ body: { persona, llm, tts } }, reply) => {
    const record = { ...CHARACTER, ...persona, ...llm, ...tts, id: randomUUID() }
    await log.append(`${JSON.stringify(record)}\n`)
    return reply.code(201).send({ ...record, is_active: false, launch_status: 'stopped' })
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())

/** One write and one fdatasync serve all lines that wait. */
function createLog(file: FileHandle) {
  let waiting: string[] = []
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()

  const write = async () => {
    next = undefined
    const lines = waiting
    waiting = []
    await file.appendFile(lines.join(''))
    await file.datasync()
  }
  return {
    append(line: string): Promise<void> {
      waiting.push(line)
      next ??= last = last.then(write)
      return next
    },
  }
}

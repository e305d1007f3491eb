import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAi } from '../support/providers/openai-server.js'

// A language model in a process of its own. The model's name says what it streams: `paced-N` N tokens, about one each 20 ms,
// each the time at which it was sent; `flood-N` N tokens as fast as they are taken, then nothing for as long as it is
// listened to.

const PACE_MS = 20

const server = createServer(async (request, response) => {
  // A server that starts asks which models there are.
  if (request.method === 'GET') return void response.writeHead(404).end()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { model } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string }
  const [manner, count] = model.split('-')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (manner === 'paced') await pace(response, Number(count))
  else await flood(response, Number(count))
})
// On a busy machine a round outlasts Node's 5 seconds, and the next one would write to a connection that is being closed.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())

/** The clock that all processes of a machine share, in nanoseconds, between marks that nothing else of a stream has. */
const stamp = () => ` @${process.hrtime.bigint()}@`

/** Streams that know nothing of each other: no two of them keep step for long. */
async function pace(response: ServerResponse, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    await sleep(PACE_MS * (0.5 + Math.random()))
    response.write(openAi.say(stamp()).join(''))
  }
  response.end(openAi.stop().join(''))
}

async function flood(response: ServerResponse, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    if (!response.write(openAi.say(stamp()).join(''))) await once(response, 'drain')
  }
}

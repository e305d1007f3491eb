import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type ClientEventName, clientEvents } from '../../src/contract/events.js'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import type { ReadyLine } from '../../src/runtime/create-server.js'
import { onePixel } from '../support/http/forms.js'
import {
  ownerCredential,
  type RequestSample,
  requestFor,
  requestSamplesOf,
} from '../support/http/request-samples.js'
import { FULL_CHARACTER_ID, type PopulatedWorld, populatedOn } from '../support/servers/populated-server.js'
import type { Bench, Figure, Size } from './bench.js'
import type { LargeWorld } from './event-loop-server.js'

const MAX_HELD_MS = 20
const WORLDS: Record<Size, LargeWorld> = {
  full: { characters: 2000, messages: 10_000, memories: 2000, players: 2000 },
  reduced: { characters: 200, messages: 1000, memories: 200, players: 200 },
}
type Effort = {
  /** The least of so many counts: what is loaded when it is first needed is loaded once. */
  readonly times: number
  readonly samples: number
  /** Those that change something: after each the world has to be put back. */
  readonly hasChanges: boolean
  /** What is put off until after an answer counts, too. */
  readonly afterwardsMs: number
  readonly eventMs: number
}
const EFFORTS: Record<Size, Effort> = {
  full: { times: 3, samples: Number.POSITIVE_INFINITY, hasChanges: true, afterwardsMs: 30, eventMs: 300 },
  reduced: { times: 2, samples: 1, hasChanges: false, afterwardsMs: 5, eventMs: 40 },
}
const SLOWEST = 8

/** The longest time for which each route and each event holds the event loop of a whole server with a large world. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const child = fork(new URL('event-loop-server.js', import.meta.url), [folder, JSON.stringify(WORLDS[size])])
  const servers = createServers()
  try {
    const [ready] = (await once(child, 'message')) as [ReadyLine]
    const open = () => populatedOn(ready, servers.serve)
    const deps = { open, ...EFFORTS[size], ...watcherOf(child, EFFORTS[size]) }
    const routes = await holdOfRoutes(deps)
    const events = await holdOfEvents(deps, ready)
    if (size === 'full') print([...routes, ...events])
    return [figure('route', routes), figure('event', events)]
  } finally {
    servers.close()
    child.kill()
    await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

type Deps = Effort & {
  readonly open: () => Promise<PopulatedWorld>
  /** For how many milliseconds the server was held at most while this was done. */
  readonly longestOf: (work: () => Promise<unknown>) => Promise<number>
}
type Held = { readonly name: string; readonly ms: number }

async function holdOfRoutes({ longestOf, open, times, samples, hasChanges }: Deps): Promise<Held[]> {
  const held: Held[] = []
  let world = await open()
  const measure = async (operation: Operation, sample: RequestSample) => {
    const ask = await requestFor(operation, sample, world)
    const headers = { ...ask.headers, ...ownerCredential(operation, world) }
    const ms = await longestOf(() => world.send({ ...ask, headers }))
    // What was there is there again for the next.
    if (world.isAsItBegan()) return { ms, resetMs: 0 }
    const reset = { method: 'POST', path: '/api/control/v1/local/reset', headers: world.asOwner }
    const resetMs = await longestOf(() => world.send(reset))
    world = await open()
    return { ms, resetMs }
  }
  for (const operation of operations.filter(({ method }) => hasChanges || method === 'GET')) {
    const { operationId } = operation.schema
    for (const [at, sample] of [
      ...requestSamplesOf(operation).slice(0, samples),
      ...largeSamplesOf(operation),
    ].entries()) {
      const taken: { readonly ms: number; readonly resetMs: number }[] = []
      for (let time = 0; time < times; time += 1) taken.push(await measure(operation, sample))
      held.push({ name: `${operationId} ${at + 1}`, ms: Math.min(...taken.map(({ ms }) => ms)) })
      held.push({
        name: `a reset after ${operationId} ${at + 1}`,
        ms: Math.min(...taken.map((one) => one.resetMs)),
      })
    }
  }
  return held
}

const HUNDRED = Array.from({ length: 100 }, (_, at) => ({
  customId: `item-${at}`,
  persona: { name: `Character ${at}`, background: 'Keeps the lighthouse. '.repeat(40) },
}))

/** The longest page that may be asked for, and the largest batch. */
function largeSamplesOf({ schema }: Operation): readonly RequestSample[] {
  if (schema.operationId === 'submitBatch') return [{ body: { requests: HUNDRED } }]
  const { limit } = (schema.querystring as { properties?: { limit?: { maximum?: number } } } | undefined)
    ?.properties ?? { limit: undefined }
  return limit?.maximum === undefined ? [] : [{ query: `limit=${limit.maximum}` }]
}

type Said = readonly [event: ClientEventName, payload: unknown]

const AUDIO = Buffer.alloc(9600).toString('base64')
const EVENTS: readonly Said[] = [
  ['text', { text: 'What do you know about me?', textOnly: true }],
  ['text', { text: 'Did I meet Ada at the harbour this morning?', textOnly: true }],
  ['text', { text: 'Do you like chess?' }],
  ['client_interrupt', {}],
  ['say_line', { text: 'Mind the third step.', textOnly: true }],
  ['camera_image', { image: onePixel().toString('base64'), text: 'Look' }],
  ['start_voice', {}],
  ...Array.from({ length: 10 }, (): Said => ['stream_audio', { audio: AUDIO }]),
  ['stop_voice', {}],
  ['audio_playback_complete', {}],
  ['update_preferences', {}],
  ['subscribe_encounter', { encounterId: 'none' }],
  ['livekit_token', {}],
  ['livekit_join', {}],
]

/** A session of who has said and is remembered most, from its beginning to its end. */
async function holdOfEvents(
  { longestOf, times, eventMs }: Deps,
  { baseUrl, apiKey }: ReadyLine,
): Promise<Held[]> {
  const missing = Object.keys(clientEvents).filter(
    (name) => name !== 'authenticate' && EVENTS.every(([event]) => event !== name),
  )
  if (missing.length > 0) throw new Error(`no sample of ${missing.join(', ')}`)
  const rounds: Held[][] = []
  for (let time = 0; time < times; time += 1) {
    const held: Held[] = []
    let socket: Socket | undefined
    const auth = { api_key: apiKey, character_id: FULL_CHARACTER_ID, player_id: 'ada' }
    const connect = async () => {
      socket = io(`${baseUrl}/sdk`, { transports: ['websocket'], forceNew: true, auth })
      await new Promise((resolve) => socket?.once('session_info', resolve))
      await sleep(eventMs)
    }
    held.push({ name: 'authenticate', ms: await longestOf(connect) })
    for (const [at, [event, payload]] of EVENTS.entries()) {
      const say = async () => {
        socket?.emit(event, payload)
        await sleep(eventMs)
      }
      held.push({ name: `${event} ${at + 1}`, ms: await longestOf(say) })
    }
    const leave = async () => {
      socket?.disconnect()
      await sleep(eventMs)
    }
    held.push({ name: 'disconnect', ms: await longestOf(leave) })
    rounds.push(held)
  }
  const [first = []] = rounds
  return first.map(({ name }, at) => ({
    name,
    ms: Math.min(...rounds.map((round) => round[at]?.ms ?? Number.NaN)),
  }))
}

function watcherOf(child: ChildProcess, { afterwardsMs }: Effort): Pick<Deps, 'longestOf'> {
  const ask = async (word: string): Promise<number> => {
    const answer = once(child, 'message') as Promise<[number]>
    child.send(word)
    return (await answer)[0]
  }
  return {
    longestOf: async (work) => {
      await ask('watch')
      await work()
      await sleep(afterwardsMs)
      return ask('stop')
    },
  }
}

function figure(what: string, held: readonly Held[]): Figure {
  const [slowest = { name: 'none', ms: 0 }] = slowestOf(held)
  return {
    name: `the ${what} that holds the event loop longest, of ${MAX_HELD_MS} ms`,
    ratio: slowest.ms / MAX_HELD_MS,
    budget: { atMost: 1 },
    detail: `${slowest.ms.toFixed(1)} ms, ${slowest.name}, of ${held.length}`,
  }
}

const slowestOf = (held: readonly Held[]) => [...held].sort((a, b) => b.ms - a.ms)

function print(held: readonly Held[]): void {
  for (const { name, ms } of slowestOf(held).slice(0, SLOWEST)) console.log(`${ms.toFixed(1)} ms  ${name}`)
}

/** Servers of documents. */
function createServers() {
  const servers: ReturnType<typeof createServer>[] = []
  return {
    serve: async (listener: RequestListener): Promise<number> => {
      const server = createServer(listener).listen(0, '127.0.0.1')
      servers.push(server)
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    },
    close: () => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

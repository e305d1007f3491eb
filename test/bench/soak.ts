import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../src/client/create-client.js'
import { setClock } from '../../src/contract/accounts.js'
import { getStaffHealth } from '../../src/contract/staff.js'
import { createSeededRandom } from '../support/memories/search.js'
import { openLibrary } from './batch-library.js'
import { type BatchServer, openServer } from './batch-server.js'
import { isolateRegistry } from './isolated-registry.js'
import { LOADS, type SoakWorld } from './soak-loads.js'
import { growth, openHandles, type Sample, sampleTable } from './soak-samples.js'

// npm run soak -- [MINUTES] [--reduced]: keeps a built server busy while its clock runs fast, and fails when it holds
// more and more.
/** In half an hour a day passes. No step of the clock is as long as an idle session lives. */
const CLOCK_SPEED = 48

const words = process.argv.slice(2)
const isReduced = words.includes('--reduced')
const minutes = Number(words.find((word) => !word.startsWith('--')) ?? 30)
const seconds = isReduced ? 20 : minutes * 60
if (!(seconds > 0 && seconds < Number.POSITIVE_INFINITY))
  throw new RangeError('The minutes are a number above 0')

/** Code is compiled and indexes are made until then. */
const WARM_UP = 0.25
const EVERY_MS = isReduced ? 500 : 5000
/** Long enough for a batch on a busy machine. */
const TIMEOUT_MS = 60_000

isolateRegistry()
const library = await openLibrary({ files: 4, pages: 3 })
const server = await openServer(library.host)
try {
  process.exitCode = await soak(server, library.urls)
} finally {
  await server.close()
  library.close()
}

async function soak({ ready, newIdToken }: BatchServer, urls: readonly string[]): Promise<number> {
  const { baseUrl, apiKey, pid } = ready
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const world: SoakWorld = { urls, chance: createSeededRandom(7) }
  // ID tokens live a day by the clock that is moved.
  const newClient = async () =>
    createClient({ baseUrl, apiKey, idToken: await newIdToken(), timeoutMs: TIMEOUT_MS })
  let client = await newClient()
  let passed = 0
  const done = new Map<string, number>()
  const samples: Sample[] = []
  const failed = new AbortController()
  const isOver = () => elapsed() >= seconds || failed.signal.aborted

  const keepBusy = async ([name, load]: [string, (typeof LOADS)['turns']]) => {
    while (!isOver()) done.set(name, (done.get(name) ?? 0) + (await load(world, client)))
  }
  const watch = async () => {
    while (!isOver()) {
      const { vitals, dependencies } = await client.call(getStaffHealth, {})
      const held = { rssBytes: vitals.memory.rssBytes, journalBytes: dependencies.store.journalBytes }
      samples.push({ seconds: elapsed(), ...held, ...(await openHandles(pid)) })
      await pause(EVERY_MS)
      passed += await moveClock(client, Math.floor(elapsed() * CLOCK_SPEED) - passed)
      client = await newClient()
    }
  }
  const all = [watch(), ...Object.entries(LOADS).map(keepBusy)]
  for (const each of all) each.catch((error: unknown) => failed.abort(error))
  const ends = await Promise.allSettled(all)

  console.log(sampleTable(samples))
  console.log([...done].map(([name, count]) => `${count} ${name}`).join(', '))
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  const grown = growth(samples.filter((sample) => sample.seconds >= seconds * WARM_UP))
  for (const line of [...failures, ...grown]) console.log(`failed: ${line}`)
  if (failures.length + grown.length > 0) return 1
  console.log(
    `held for ${seconds.toFixed(0)} s, ${(passed / 3600).toFixed(1)} h by its clock: nothing grew beyond its bounds`,
  )
  return 0
}

/** Moves the clock of the server on by so many seconds more than have passed. */
async function moveClock(client: Client, seconds: number): Promise<number> {
  await client.call(setClock, { body: { advance: `PT${seconds}S` } })
  return seconds
}

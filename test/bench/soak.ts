import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../src/client/create-client.js'
import { getStaffHealth } from '../../src/contract/staff.js'
import { createNumbers } from '../support/search.js'
import { openLibrary } from './batch-library.js'
import { type BatchServer, openServer } from './batch-server.js'
import { LOADS, type SoakWorld } from './soak-loads.js'
import { growth, openHandles, type Sample, sampleTable } from './soak-samples.js'

// npm run soak -- [MINUTES] [--reduced]: keeps a built server busy, and fails when it holds more and more.
/** So long the ID token of the server lives. */
const DAY_SECONDS = 86_400

const words = process.argv.slice(2)
const isReduced = words.includes('--reduced')
const minutes = Number(words.find((word) => !word.startsWith('--')) ?? 30)
const seconds = isReduced ? 20 : minutes * 60
if (!(seconds > 0 && seconds < DAY_SECONDS)) throw new RangeError('The minutes are a number from 0 to a day')

/** Code is compiled and indexes are made until then. */
const WARM_UP = 0.25
const EVERY_MS = isReduced ? 500 : 5000
/** Long enough for a batch on a busy machine. */
const TIMEOUT_MS = 60_000

const library = await openLibrary({ files: 4, pages: 3 })
const server = await openServer(library.host)
try {
  process.exitCode = await soak(server, library.urls)
} finally {
  await server.close()
  library.close()
}

async function soak({ ready, idToken }: BatchServer, urls: readonly string[]): Promise<number> {
  const { baseUrl, apiKey, pid } = ready
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const world: SoakWorld = { baseUrl, apiKey, idToken, urls, chance: createNumbers(7) }
  const client = createClient({ baseUrl, apiKey, idToken, timeoutMs: TIMEOUT_MS })
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
  console.log(`held for ${seconds.toFixed(0)} s: nothing grew beyond its bounds`)
  return 0
}

import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { CharacterRecord } from '../../src/domain/characters/record.js'
import type { Log } from '../../src/domain/log.js'
import { updateRecord } from '../../src/domain/unit-of-work.js'
import { openStore } from '../../src/store/open.js'
import type { Store } from '../../src/store/store.js'
import { aCharacter, at } from '../support/stores/store-records.js'
import { type Bench, type Figure, median, type Size } from './bench.js'

const WRITERS = 64
const SIZES = {
  full: { many: 100_000, few: 1000, rounds: 7, roundMs: 1500 },
  reduced: { many: 2000, few: 500, rounds: 1, roundMs: 200 },
}
const MAX_STALL_MS = 20

/** What the store costs on top of the disk: writing, holding many records, compacting, starting. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    return [
      ...(await writing(folder, size)),
      ...(await stalling(folder, size)),
      ...(await starting(folder, size)),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writing(folder: string, size: Size): Promise<Figure[]> {
  const { many, few, rounds, roundMs } = SIZES[size]
  const large = await filled(join(folder, 'many'), many)
  const small = await filled(join(folder, 'few'), few)
  const bare = await openBareLog(join(folder, 'bare.ndjson'))
  const appended = changing(many)
  const rates = { bare: [] as number[], large: [] as number[], small: [] as number[] }

  await writesPerSecond(updating(large, many), roundMs)
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await writesPerSecond(() => bare.append(appended()), roundMs))
    rates.large.push(await writesPerSecond(updating(large, many), roundMs))
    rates.small.push(await writesPerSecond(updating(small, few), roundMs))
  }
  await Promise.all([large.close(), small.close(), bare.close()])

  const [bareRate, largeRate, smallRate] = [median(rates.bare), median(rates.large), median(rates.small)]
  const text = (rate: number) => `${Math.round(rate)}/s`
  return [
    {
      name: `${WRITERS} writers on ${many} records, of a bare append`,
      ratio: largeRate / bareRate,
      budget: { atLeast: 0.7 },
      detail: `${text(largeRate)} of ${text(bareRate)}`,
    },
    {
      name: `${WRITERS} writers on ${many} records, of those on ${few}`,
      ratio: largeRate / smallRate,
      budget: { atLeast: 0.8 },
      detail: `${text(largeRate)} of ${text(smallRate)}`,
    },
  ]
}

/** The longest time that nothing else got its turn while records were written and the journal was compacted. */
async function stalling(folder: string, size: Size): Promise<Figure[]> {
  const { many, roundMs } = SIZES[size]
  const store = await filled(join(folder, 'stalls'), many)
  const watch = watchLoop()
  const write = updating(store, many)
  const writing = writesPerSecond(write, roundMs)
  await store.compactNow()
  await writing
  const longest = await watch.stop()
  await store.close()
  return [
    {
      name: `longest stall of the event loop, writing and compacting ${many} records, of ${MAX_STALL_MS} ms`,
      ratio: longest / MAX_STALL_MS,
      budget: { atMost: 1 },
      detail: `${longest.toFixed(1)} ms`,
    },
  ]
}

async function starting(folder: string, size: Size): Promise<Figure[]> {
  const { many, rounds } = SIZES[size]
  const path = join(folder, 'starts')
  const store = await filled(path, many)
  await store.compactNow()
  await store.close()
  const snapshot = join(path, 'store', 'characters.json')
  const bytes = (await stat(snapshot)).size

  const parsing: number[] = []
  const opening: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    parsing.push(await timed(() => parseInBlocks(snapshot)))
    opening.push(
      await timed(async () => {
        const reopened = await openStore({ folder: path, log: silent, clock: { now: () => new Date() } })
        return () => reopened.close()
      }),
    )
  }
  return [
    {
      name: `opening ${many} records, of parsing their file in blocks of 1 MiB`,
      ratio: median(opening) / median(parsing),
      budget: { atMost: 1.3 },
      detail: `${median(opening).toFixed(0)} ms of ${median(parsing).toFixed(0)} ms for ${(bytes / 2 ** 20).toFixed(0)} MiB`,
    },
  ]
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

const character = (number: number): CharacterRecord =>
  aCharacter({
    id: `character-${number}`,
    name: `Character ${number}`,
    personality: 'Patient, curious, and fond of riddles. '.repeat(8),
    created_at: at(number),
    updated_at: at(number),
  })

async function filled(folder: string, count: number): Promise<Store> {
  const store = await openStore({ folder, log: silent, clock: { now: () => new Date() } })
  for (let start = 0; start < count; start += 1000) {
    const some = Array.from({ length: Math.min(1000, count - start) }, (_, index) => character(start + index))
    await Promise.all(some.map((record) => store.characters.insert(record)))
  }
  return store
}

function updating(store: Store, count: number): () => Promise<unknown> {
  let turn = 0
  return () => {
    turn += 1
    // A step that shares no factor with the count visits all records in no order that helps.
    const id = `character-${(turn * 7919) % count}`
    return updateRecord(store, { kind: 'characters', id }, (current) => ({
      ...current,
      updated_at: at(turn),
    }))
  }
}

/** What `updating` writes, for a log that has no records of its own. */
function changing(count: number): () => CharacterRecord {
  const records = Array.from({ length: count }, (_, number) => character(number))
  let turn = 0
  return () => {
    turn += 1
    return { ...(records[(turn * 7919) % count] ?? character(turn)), updated_at: at(turn) }
  }
}

async function writesPerSecond(write: () => Promise<unknown>, roundMs: number): Promise<number> {
  const begin = performance.now()
  let count = 0
  const writer = async () => {
    while (performance.now() - begin < roundMs) {
      await write()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return (count * 1000) / (performance.now() - begin)
}

/** The least that a durable log can do: one line for each record, one sync for all who wait. */
async function openBareLog(path: string) {
  const file = await open(path, 'ax')
  let lines: string[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const flush = async () => {
    await last
    await setImmediate()
    next = undefined
    const text = lines.join('')
    lines = []
    await file.writeFile(text)
    await file.datasync()
  }
  return {
    append(record: object): Promise<void> {
      lines.push(`${JSON.stringify(record)}\n`)
      next ??= flush()
      last = next
      return next
    },
    close: () => file.close(),
  }
}

function watchLoop() {
  let longest = 0
  let isWatching = true
  const watching = (async () => {
    let before = performance.now()
    while (isWatching) {
      await setImmediate()
      const now = performance.now()
      longest = Math.max(longest, now - before)
      before = now
    }
  })()
  return {
    async stop() {
      isWatching = false
      await watching
      return longest
    },
  }
}

/** Keeps what it parses, as a server that wants to serve it must. */
async function parseInBlocks(path: string): Promise<() => Promise<unknown>> {
  const file = await open(path)
  const buffer = Buffer.allocUnsafe(2 ** 20)
  const records: unknown[] = []
  let rest = ''
  for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer)) {
    const text = rest + buffer.toString('latin1', 0, read.bytesRead)
    const start = text.startsWith('{"kind"') ? text.indexOf('\n') : 0
    const close = text.lastIndexOf('\n],"count"')
    const end = close === -1 ? text.lastIndexOf('\n') : close
    records.push(JSON.parse(`[${text.slice(start, end).replace(/,$/, '')}]`))
    rest = text.slice(end + 1)
  }
  await file.close()
  return async () => records.length
}

/** Milliseconds until the work is done, without clearing up behind it. */
async function timed(work: () => Promise<() => Promise<unknown>>): Promise<number> {
  const begin = performance.now()
  const clearUp = await work()
  const taken = performance.now() - begin
  await clearUp()
  return taken
}

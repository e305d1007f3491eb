import { constants, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { KINDS } from '../../../src/store/kinds.js'
import type { StoreSettings } from '../../../src/store/open.js'
import { isFull } from '../../support/rounds.js'
import {
  type DiskStep,
  diskFailure,
  interceptedDisk,
  isWriteTo,
  JOURNAL,
  serializedDisk,
} from '../../support/stores/store-disk.js'
import {
  copyFolder,
  copyTree,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../../support/stores/store-records.js'
import { segmentsOf, stateAfterReopen, stateOf } from '../../support/stores/store-state.js'
import { createWriter, expectWritten, type Progress } from '../../support/stores/store-writers.js'

const isOfJournal = (step: DiskStep): boolean => isWriteTo(JOURNAL, step)

type Moment = { readonly folder: string; readonly progress: ReadonlyMap<string, Progress> }

/** A compaction does the same five or six things for each kind of record: steps that far apart meet all of them. */
const STRIDE = isFull ? 1 : 7

test('a copy made at any step of a compaction, while eight write, has all that was acknowledged', {
  tags: 'rounds',
}, async () => {
  const [folder, copies] = [await temporaryFolder(), await temporaryFolder()]
  const moments: Moment[] = []
  const operations = new Set<string>()
  const progress = () => new Map(writers.map((writer) => [writer.name, writer.progress()]))
  /** In one go, so that nothing is acknowledged in the middle of it. */
  const keep = () => {
    const copy = join(copies, String(moments.length))
    mkdirSync(copy)
    for (const name of readdirSync(folder).filter((name) => !name.startsWith('lock')))
      copyTree(join(folder, name), join(copy, name))
    moments.push({ folder: copy, progress: progress() })
  }
  let appends = 0
  let steps = 0
  const { disk } = serializedDisk((step) => {
    if (isOfJournal(step)) appends += 1
    if (writers.length > 0 && (!isOfJournal(step) || appends % 5 === 0)) {
      steps += 1
      if (steps % STRIDE !== 0 && operations.has(step.operation)) return
      operations.add(step.operation)
      keep()
    }
  })
  const writers: ReturnType<typeof createWriter>[] = []
  const store = await openTestStore(folder, { disk })
  writers.push(...Array.from({ length: 8 }, (_, n) => createWriter(store, `writer ${n}`)))

  let isOver = false
  const written = Promise.all(writers.map((writer) => writer.run(() => isOver)))
  for (let round = 0; round < 3; round += 1) await store.compactNow()
  isOver = true
  await written
  await store.close()

  expect([...operations]).toEqual(expect.arrayContaining(['rename', 'unlink', 'syncFolder', 'writeFile']))
  expect(steps).toBeGreaterThan(100)
  expect(
    Math.max(...moments.flatMap((moment) => [...moment.progress.values()].map(({ said }) => said))),
  ).toBeGreaterThan(3)
  while (moments.length > 0)
    await Promise.all(moments.splice(0, 8).map((moment) => expectWritten(moment.folder, moment.progress)))
  await expectWritten(folder, progress())
})

/** Some of everything, so that every kind has something to be lost. */
async function filled(settings: Partial<StoreSettings> = {}) {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder, settings)
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  await store.conversations.append('conversation-1', aMessage())
  return { folder, store }
}

/** Fails once, at the operation with that number of those that are counted when `begin` was called. */
function failingDisk(at: number) {
  let left = Number.POSITIVE_INFINITY
  const disk = interceptedDisk(async (step) => {
    if (isWriteTo(JOURNAL, step)) return step.go()
    left -= 1
    if (left !== 0) return step.go()
    if (step.operation === 'close') await step.go()
    throw diskFailure('EIO')
  })
  const begin = () => {
    left = at
  }
  const end = () => {
    left = Number.POSITIVE_INFINITY
  }
  return { disk, begin, end }
}

async function compactionFailingAt(at: number): Promise<'failed' | 'done'> {
  const { disk, begin, end } = failingDisk(at)
  const { folder, store } = await filled({ disk })
  await store.compactNow()
  await updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => ({
    ...current,
    name: 'Later',
  }))
  begin()
  const outcome = await store.compactNow().then(
    () => 'done' as const,
    () => 'failed' as const,
  )
  end()
  if (store.health().status === 'ok')
    await store.conversations.append('conversation-1', aMessage({ content: 'afterwards' }))
  const state = stateOf(store)
  expect(await stateAfterReopen(await copyFolder(folder))).toEqual(state)

  if (store.health().status === 'ok') {
    await store.compactNow()
    expect((await segmentsOf(folder)).length).toBe(1)
  }
  await store.close().catch(() => undefined)
  expect(await stateAfterReopen(folder)).toEqual(state)
  return outcome
}

test('a compaction that fails at any of its steps loses nothing, and the next one succeeds', {
  tags: 'rounds',
}, async () => {
  const outcomes: string[] = []
  while (!outcomes.includes('done')) {
    const steps = Array.from({ length: 8 }, (_, n) => (outcomes.length + n) * STRIDE + 1)
    outcomes.push(...(await Promise.all(steps.map(compactionFailingAt))))
  }
  expect(outcomes.indexOf('done') * STRIDE).toBeGreaterThan(30)
  expect(outcomes.slice(0, outcomes.indexOf('done')).every((outcome) => outcome === 'failed')).toBe(true)
})

test('a snapshot counts only when the changes in it are durable: half of a lost one never shows', async () => {
  let lose = () => {}
  let isArmed = false
  const lost = new Promise<never>((_, reject) => {
    lose = () => reject(diskFailure('EIO'))
  })
  lost.catch(() => undefined)
  let removal: Promise<unknown> | undefined
  const disk = interceptedDisk(async (step) => {
    if (isArmed && isWriteTo(JOURNAL, step)) return lost
    // The character is in its snapshot by now, its conversation is in none.
    if (isArmed && isBegun(step, 'conversations.json.new'))
      removal = store.characters.remove('character-1').catch(String)
    const done = await step.go()
    if (step.operation === 'close' && basename(step.path) === `${KINDS.at(-1)?.name}.json.new`) lose()
    return done
  })
  const { folder, store } = await filled({ disk })
  const state = stateOf(store)
  isArmed = true
  await expect(store.compactNow()).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await removal).toContain('can no longer store')
  await store.close().catch(() => undefined)
  expect(await stateAfterReopen(folder)).toEqual(state)
})

const isBegun = ({ operation, path }: DiskStep, name: string) =>
  operation === 'create' && basename(path) === name

test('each step of a compaction is durable before the next builds on it', async () => {
  const steps: string[] = []
  const disk = interceptedDisk(async ({ operation, path, go }) => {
    steps.push(`${operation} ${basename(path)}`)
    return go()
  })
  const { store } = await filled({ disk })
  steps.length = 0
  await store.compactNow()

  const kinds = KINDS.map(({ name }) => name)
  const written = ['create', 'writeFile', 'writeFile', 'datasync', 'close']
  expect(steps).toEqual([
    'openLog journal-000000000005.ndjson',
    'syncFolder store',
    'close journal-000000000001.ndjson',
    ...kinds.flatMap((kind) => written.map((operation) => `${operation} ${kind}.json.new`)),
    ...kinds.map((kind) => `rename ${kind}.json.new`),
    'syncFolder store',
    'unlink journal-000000000001.ndjson',
    'syncFolder store',
  ])
})

test.runIf(process.platform === 'linux')('a write to the journal returns when it is on disk', async () => {
  const { folder } = await filled()
  const [segment] = await segmentsOf(folder)
  const fd = readdirSync('/proc/self/fd').find((name) => linkOf(`/proc/self/fd/${name}`) === segment)
  const flags = /flags:\s+([0-7]+)/.exec(await readFile(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? ''
  expect(Number.parseInt(flags, 8) & constants.O_DSYNC).toBe(constants.O_DSYNC)
})

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // The one that reads the folder is gone by now.
    return undefined
  }
}

test('what was removed is nowhere on disk once a compaction is over', async () => {
  const { folder, store } = await filled()
  await store.conversations.append('conversation-1', aMessage({ content: 'a secret' }))
  await store.compactNow()
  await store.conversations.remove({ characterId: 'character-1', playerId: 'player-1' })
  await store.compactNow()
  for (const name of readdirSync(join(folder, 'store')))
    expect(await readFile(join(folder, 'store', name), 'utf8')).not.toContain('a secret')
})

test('a journal that outgrows its bound is compacted on its own', async () => {
  const removed: string[] = []
  const disk = interceptedDisk(async ({ operation, path, go }) => {
    if (operation === 'unlink') removed.push(basename(path))
    return go()
  })
  const { folder, store } = await filled({ disk, compactAfterBytes: 20_000 })
  while (removed.length < 3)
    await store.conversations.append('conversation-1', aMessage({ content: 'x'.repeat(2000) }))
  const state = stateOf(store)
  await store.close()
  expect(removed[0]).toBe('journal-000000000001.ndjson')
  expect(await stateAfterReopen(folder)).toEqual(state)
})

test('a compaction that fails in the background is logged, and writing goes on', async () => {
  const { log, lines } = recordingLog()
  const disk = interceptedDisk(async ({ operation, go }) => {
    if (operation === 'rename') throw diskFailure('EIO')
    return go()
  })
  const { store } = await filled({ disk, log, compactAfterBytes: 20_000 })
  while (lines.length === 0)
    await store.conversations.append('conversation-1', aMessage({ content: 'x'.repeat(2000) }))
  expect(lines).toEqual([
    { level: 'error', message: 'The journal could not be compacted', fields: { error: diskFailure('EIO') } },
  ])
  expect(store.health()).toMatchObject({ status: 'ok', failure: null })
})

test('snapshots that were never finished are removed at the next start', async () => {
  const { folder, store } = await filled({
    disk: interceptedDisk(async ({ operation, go }) => {
      if (operation === 'rename') throw diskFailure('EIO')
      return go()
    }),
  })
  await expect(store.compactNow()).rejects.toThrow('EIO')
  const copy = await copyFolder(folder)
  expect(readdirSync(join(copy, 'store'))).toContain('characters.json.new')
  expect(await stateAfterReopen(copy)).toEqual(stateOf(store))
  expect(readdirSync(join(copy, 'store'))).toEqual([
    'journal-000000000001.ndjson',
    basename((await segmentsOf(folder)).at(-1) ?? ''),
  ])
})

test('a store that is closed while it compacts is whole', async () => {
  const { folder, store } = await filled()
  const compacting = store.compactNow().catch(() => undefined)
  const state = stateOf(store)
  await store.close()
  await compacting
  expect(await stateAfterReopen(folder)).toEqual(state)
})

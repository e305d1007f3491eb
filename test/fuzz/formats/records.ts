import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../../src/domain/log.js'
import { openStore } from '../../../src/store/open.js'
import { aCharacter } from '../../support/stores/store-records.js'
import type { Format, OpenFormats } from './format.js'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }
const clock = { now: () => new Date() }
const COUNT = 12

/** The files of the store: damaged, they are refused, or a torn end is dropped; nothing else is ever served. */
export const openRecords: OpenFormats = async (folder) => [
  await openKind(join(folder, 'journal'), { isCompacted: false }),
  await openKind(join(folder, 'snapshot'), { isCompacted: true }),
]

async function openKind(folder: string, { isCompacted }: { readonly isCompacted: boolean }): Promise<Format> {
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')]
  await mkdir(original, { recursive: true })
  const ids = Array.from({ length: COUNT }, (_, at) => `c${at}`)
  const store = await openStore({ folder: original, log: quiet, clock })
  for (const id of ids)
    await store.characters.insert(aCharacter({ id, background: `${id} was born in Ghent` }))
  if (isCompacted) await store.compactNow()
  await store.close()
  const written = await recordsIn(original, ids)
  const name = await largestOf(join(original, 'store'))
  return {
    name: isCompacted ? 'store snapshot' : 'store journal',
    seeds: [await readFile(join(original, 'store', name))],
    read: async (bytes) => {
      await rm(copy, { recursive: true, force: true })
      await cp(original, copy, { recursive: true })
      await rm(join(copy, 'lock'), { force: true })
      await writeFile(join(copy, 'store', name), bytes)
      return differences(written, await recordsIn(copy, ids))
    },
  }
}

async function recordsIn(folder: string, ids: readonly string[]): Promise<(string | undefined)[]> {
  const store = await openStore({ folder, log: quiet, clock })
  try {
    return await Promise.all(ids.map(async (id) => JSON.stringify(await store.characters.find(id))))
  } finally {
    await store.close()
  }
}

/** What is there is as it was written, and what is missing was written last. */
function differences(
  written: readonly (string | undefined)[],
  read: readonly (string | undefined)[],
): string[] {
  const firstGone = read.indexOf(undefined)
  const isTorn = firstGone === -1 || read.slice(firstGone).every((record) => record === undefined)
  return [
    ...(isTorn ? [] : ['a record in the middle is gone']),
    ...(read.every((record, at) => record === undefined || record === written[at])
      ? []
      : ['serves what nobody wrote']),
  ]
}

async function largestOf(folder: string): Promise<string> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).length))
  return names[sizes.indexOf(Math.max(...sizes))] ?? ''
}

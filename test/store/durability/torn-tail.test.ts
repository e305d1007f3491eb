import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../../src/store/store.js'
import { sampled } from '../../support/rounds.js'
import {
  copyFolder,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { aCharacter, aConversation, aMessage } from '../../support/stores/store-records.js'
import { lastLineOf, segmentsOf, stateAfterReopen, stateOf } from '../../support/stores/store-state.js'

type Given = { readonly compacted?: boolean; readonly lastChange: (store: Store) => Promise<unknown> }

/** A closed folder, its last journal entry, and what it remembers with and without that. */
async function givenFolder({ compacted = false, lastChange }: Given) {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await store.characters.insert(aCharacter())
  await store.conversations.findOrCreate(aConversation())
  await store.conversations.findOrCreate(aConversation({ id: 'conversation-2', playerId: 'player-2' }))
  await store.conversations.append('conversation-1', aMessage())
  await store.conversations.append('conversation-2', aMessage({ content: 'Grüße 👋' }))
  if (compacted) await store.compactNow()
  const before = stateOf(store)
  await lastChange(store)
  const after = stateOf(store)
  await store.close()

  const segment = (await segmentsOf(folder)).at(-1) ?? ''
  const bytes = await readFile(segment)
  return { folder, before, after, bytes, start: lastLineOf(bytes), name: segment.slice(folder.length + 1) }
}

type Ending = {
  readonly folder: string
  readonly name: string
  readonly bytes: Uint8Array
  /** False: it is started and closed, no more. */
  readonly isUsed?: boolean
}

/** Starts a copy whose journal has that content, uses it, and starts it again. */
async function afterStartWith({ folder, name, bytes, isUsed = true }: Ending) {
  const copy = await copyFolder(folder)
  const path = join(copy, name)
  await writeFile(path, bytes)
  const { log, lines } = recordingLog()
  const store = await openTestStore(copy, { log })
  const state = stateOf(store)
  if (!isUsed) {
    await store.close()
    return { state, path, lines }
  }
  await store.characters.insert(aCharacter({ id: 'later' }))
  const later = stateOf(store)
  await store.close()

  expect(later['characters']).toEqual({ ...state['characters'], later: aCharacter({ id: 'later' }) })
  expect(await stateAfterReopen(copy)).toEqual(later)
  return { state, path, lines }
}

const dropped = (path: string, torn: { line: number; bytes: number }) => ({
  level: 'warn',
  message: 'Dropped the last entry of the journal: its writing was cut short',
  fields: { path, ...torn },
})

const lastChanges: [string, Given][] = [
  ['a message', { lastChange: (store) => store.conversations.append('conversation-1', aMessage()) }],
  [
    'a message, the first entry behind a snapshot',
    { compacted: true, lastChange: (store) => store.conversations.append('conversation-1', aMessage()) },
  ],
  [
    'the removal of a character with its conversations',
    { lastChange: (store) => store.characters.remove('character-1') },
  ],
]

test.each(lastChanges)(
  '%s is there whole or not at all, wherever its writing was cut',
  { tags: 'rounds' },
  async (_, given) => {
    const { folder, name, bytes, start, before, after } = await givenFolder(given)
    const line = bytes.subarray(0, start).toString().split('\n').length

    const outcomeAt = async (cut: number) => {
      const ending = { folder, name, bytes: bytes.subarray(0, cut), isUsed: (cut - start) % 7 === 0 }
      const { state, path, lines } = await afterStartWith(ending)
      expect(lines).toEqual(cut === start ? [] : [dropped(path, { line, bytes: cut - start })])
      expect(state).toEqual(before)
    }
    const cuts = [
      ...sampled(
        Array.from({ length: bytes.length - start }, (_, offset) => start + offset),
        5,
      ),
    ]
    while (cuts.length > 0) await Promise.all(cuts.splice(0, 16).map(outcomeAt))

    const uncut = await afterStartWith({ folder, name, bytes })
    expect(uncut.lines).toEqual([])
    expect(uncut.state).toEqual(after)
  },
)

test.each([
  ['a NUL', Buffer.alloc(1)],
  ['a page of NULs', Buffer.alloc(4096)],
  ['three mebibytes of NULs', Buffer.alloc(3 * 2 ** 20)],
  ['text that is no entry', Buffer.from('Segmentation fault')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x80, 0x0d, 0x00])],
  ['the beginning of an entry and NULs', Buffer.from(`{"crc":"00000000","entry":{"se${'\0'.repeat(999)}`)],
  ['a line of its own that is no entry', Buffer.from('{"crc":"00000000","entry":{}}\n')],
  ['an empty line', Buffer.from('\n')],
])('behind the last entry %s is dropped and reported, and nothing else', async (_, tail) => {
  const given = await givenFolder({ lastChange: (store) => store.characters.remove('character-1') })
  const bytes = Buffer.concat([given.bytes, tail])
  const { state, path, lines } = await afterStartWith({ ...given, bytes })
  const line = given.bytes.toString().split('\n').length
  expect(lines).toEqual([dropped(path, { line, bytes: tail.length })])
  expect(state).toEqual(given.after)
})

test('an entry of which a page was never written is dropped and reported', async () => {
  const given = await givenFolder({
    lastChange: (store) => store.characters.insert(aCharacter({ id: 'big', background: 'x'.repeat(20_000) })),
  })
  const bytes = Buffer.from(given.bytes).fill(0, given.start + 4096, given.start + 8192)
  const { state, lines } = await afterStartWith({ ...given, bytes })
  expect(lines).toHaveLength(1)
  expect(state).toEqual(given.before)
})

test('a large change is there whole or not at all', { tags: 'rounds' }, async () => {
  const given = await givenFolder({
    async lastChange(store) {
      const start = store.checkpoint()
      for (let count = 0; count < 40; count += 1)
        await store.conversations.append('conversation-1', aMessage({ content: 'x'.repeat(50_000) }))
      const full = store.checkpoint()
      await store.restore(start)
      await store.restore(full)
    },
  })
  const { folder, name, bytes, start } = given
  expect(bytes.length - start).toBeGreaterThan(2_000_000)
  const without = (await afterStartWith({ folder, name, bytes: bytes.subarray(0, start) })).state
  expect(without).toEqual(given.before)
  const cuts = Array.from({ length: bytes.length - start - 1 }, (_, at) => start + 1 + at).filter(
    (cut) => (cut - start - 1) % 99_991 === 0,
  )
  for (const cut of sampled(cuts, 5)) {
    expect((await afterStartWith({ folder, name, bytes: bytes.subarray(0, cut) })).state).toEqual(without)
  }
  expect((await afterStartWith({ folder, name, bytes })).state).toEqual(given.after)
})

import { expect, test } from 'vitest'
import type { CharacterConfig } from '../../../src/contract/characters.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import { updateCharacter } from '../../../src/domain/characters/update.js'
import type { UnitOfWork } from '../../../src/domain/unit-of-work.js'
import { characterRecord, organizationsOf } from '../../support/http/http-records.js'

const developer = { accountId: 'a1', playerId: null }
const later = '2030-06-01T00:00:00.000Z'

/** A unit of work over one record. */
const unitOn = (current: CharacterRecord | undefined): UnitOfWork => ({
  // `updateRecord` reads one record, under this name.
  transact: async (_, decide) =>
    (await decide({ current } as unknown as Parameters<typeof decide>[0])).result,
})

const given = (stored: CharacterRecord) => ({
  ...unitOn(stored),
  organizations: organizationsOf(),
  characters: {
    find: async (id: string) => (id === stored.id ? stored : undefined),
  },
  documents: { findMany: async () => [], attach: async () => undefined },
  ids: { uuid: () => 'd9' },
  clock: { now: () => new Date(later) },
})

const update = (stored: CharacterRecord, input: CharacterConfig) =>
  updateCharacter(given(stored), developer, { id: 'c1', input })

test('only the given fields change', async () => {
  const stored = characterRecord({ name: 'Mira', tagline: 'old', llm_temperature: 1 })
  expect(await update(stored, { persona: { tagline: 'new' }, llm: {}, verbose: true })).toEqual({
    ...stored,
    tagline: 'new',
    verbose: true,
    updated_at: later,
  })
})

test('null clears what may be null', async () => {
  const stored = characterRecord({
    tagline: 'old',
    avatar: 'x',
    actions: [{ name: 'wave' }],
    appearance: 'tall',
  })
  const input = { persona: { tagline: null }, avatar: null, actions: null, appearance: null }
  expect(await update(stored, input)).toEqual(characterRecord({ updated_at: later }))
})

const avatar_file = { sha256: 'ab', name: 'avatar.png' }

test.each([
  ['another address', 'https://example.org/a.png'],
  ['an address that only ends like its own', 'javascript:x/files/ab/avatar.png'],
  ['the address of another file', 'http://localhost:4750/files/ac/avatar.png'],
  ['nothing', null],
])('%s takes the place of an uploaded avatar', async (_, avatar) => {
  const updated = await update(characterRecord({ avatar_file }), { avatar })
  expect(updated).toMatchObject({ avatar, avatar_file: null })
})

test.each([
  ['not given', {}],
  ['sent back as it was answered', { avatar: 'http://localhost:4750/files/ab/avatar.png' }],
  ['sent back to a server that moved', { avatar: 'https://10.0.0.7/files/ab/avatar.png' }],
])('an uploaded avatar stays when it is %s', async (_, input) => {
  const updated = await update(characterRecord({ avatar_file }), { verbose: true, ...input })
  expect(updated).toMatchObject({ avatar: null, avatar_file, verbose: true })
})

test.each([
  ['a voice set later', { text_only: true, tts_voice: null }, { tts: { voice: 'v' } }, false, false],
  ['a voice removed later', { text_only: false, tts_voice: 'v' }, { tts: { voice: null } }, true, false],
  ['set by hand', { text_only: false, tts_voice: 'v' }, { text_only: true }, true, true],
  [
    'a voice removed after it was set by hand',
    { text_only: false, tts_voice: 'v', text_only_chosen: true },
    { tts: { voice: null } },
    false,
    true,
  ],
  ['neither given', { text_only: false, tts_voice: 'v' }, { verbose: true }, false, false],
])('text_only: %s', async (_, stored, input, text_only, text_only_chosen) => {
  expect(await update(characterRecord(stored), input)).toMatchObject({ text_only, text_only_chosen })
})

test('a document that is not there is refused', async () => {
  await expect(update(characterRecord(), { document_ids: ['d1'] })).rejects.toMatchObject({
    kind: 'unprocessable',
  })
})

test('a character deleted meanwhile is not found', async () => {
  const deps = given(characterRecord())
  const gone = { ...deps, ...unitOn(undefined) }
  await expect(updateCharacter(gone, developer, { id: 'c1', input: {} })).rejects.toMatchObject({
    kind: 'not_found',
    detail: 'Character not found',
  })
})

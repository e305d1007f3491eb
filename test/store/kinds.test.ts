import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { CharacterRecordSchema } from '../../src/domain/characters/record.js'
import { DocumentRecordSchema } from '../../src/domain/documents/record.js'
import { MemoryRecordSchema } from '../../src/domain/memories/record.js'
import { ShareRecordSchema } from '../../src/domain/shares/record.js'
import { characterKind, documentKind, memoryKind, shareKind } from '../../src/store/kinds.js'
import { aDocument } from '../support/knowledge/document-records.js'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { openKind } from '../support/stores/store-kinds.js'
import { aCharacter, aMemory, aShare, at } from '../support/stores/store-records.js'

/** What came with generated models. */
const GENERATED = [
  ...(['model_preview_url', 'model_rigged', 'model_animations'] as const),
  ...(['model_preview_file', 'model_thumbnail_file', 'model_job'] as const),
] as const

function withoutGenerated<T extends object>(record: T) {
  const isNew = ([name]: [string, unknown]) => (GENERATED as readonly string[]).includes(name)
  const fields = Object.entries(record)
  return [
    Object.fromEntries(fields.filter((field) => !isNew(field))),
    Object.fromEntries(fields.filter(isNew)),
  ] as const
}

test('characters of before there were uploads open without any', async () => {
  const folder = await temporaryFolder()
  const { avatar_file, model_file, source_image_file, voice_description, ...rest } = aCharacter({
    avatar: 'https://example.org/a.png',
  })
  const [before, unmade] = withoutGenerated(rest)
  const { migrations, filesOf, ...kind } = characterKind
  const schema = Type.Omit(CharacterRecordSchema, [
    ...['avatar_file', 'model_file', 'source_image_file', 'voice_description'],
    ...GENERATED,
  ] as const)
  const old = await openKind(folder, { ...kind, version: 1, schema })
  await old.commit([old.table.put(before as never)])
  await old.close()

  const { characters } = await openTestStore(folder)
  const none = { avatar_file: null, model_file: null, source_image_file: null, voice_description: null }
  expect(await characters.find('character-1')).toEqual({ ...before, ...none, ...unmade })
})

test('characters of before pictures made some keep their files', async () => {
  const folder = await temporaryFolder()
  const model_file = { sha256: 'cd'.repeat(32), name: 'model.glb' }
  const { source_image_file, voice_description, ...rest } = aCharacter({ model_file })
  const [before, unmade] = withoutGenerated(rest)
  const { migrations, filesOf, ...kind } = characterKind
  const schema = Type.Omit(CharacterRecordSchema, [
    ...['source_image_file', 'voice_description'],
    ...GENERATED,
  ] as const)
  const old = await openKind(folder, { ...kind, version: 2, schema })
  await old.commit([old.table.put(before as never)])
  await old.close()

  const { characters } = await openTestStore(folder)
  const none = { source_image_file: null, voice_description: null }
  expect(await characters.find('character-1')).toEqual({ ...before, ...none, ...unmade })
})

test('characters of before models were generated keep those that were uploaded', async () => {
  const folder = await temporaryFolder()
  const model_file = { sha256: 'cd'.repeat(32), name: 'model.glb' }
  const [before, unmade] = withoutGenerated(aCharacter({ model_file, model_status: 'completed' }))
  const { migrations, filesOf, ...kind } = characterKind
  const schema = Type.Omit(CharacterRecordSchema, GENERATED)
  const old = await openKind(folder, { ...kind, version: 3, schema })
  await old.commit([old.table.put(before as never)])
  await old.close()

  const { characters } = await openTestStore(folder)
  expect(await characters.find('character-1')).toEqual({ ...before, ...unmade })
})

test('memories of before it was noted when they were said last were said last in their source', async () => {
  const folder = await temporaryFolder()
  const { migrations, ...kind } = memoryKind
  const schema = Type.Omit(MemoryRecordSchema, ['lastSaidAt'])
  const old = await openKind(folder, { ...kind, version: 1, schema })
  const all = [aMemory({ sourceMessageTimestamp: at(7) }), aMemory({ id: 'memory-2' })]
  await old.commit(all.map(({ lastSaidAt, ...before }) => old.table.put(before as never)))
  await old.close()

  const { memories } = await openTestStore(folder)
  expect(await memories.find('memory-1')).toEqual({ ...all[0], lastSaidAt: at(7) })
  expect(await memories.find('memory-2')).toEqual({ ...all[1], lastSaidAt: null })
})

test('documents of before there were vectors open without any', async () => {
  const folder = await temporaryFolder()
  const { vectors, ...before } = aDocument({ status: 'ready' })
  const { migrations, filesOf, ...kind } = documentKind
  const schema = Type.Omit(DocumentRecordSchema, ['vectors'])
  const old = await openKind(folder, { ...kind, version: 1, schema })
  await old.commit([old.table.put(before as never)])
  await old.close()

  const { documents } = await openTestStore(folder)
  expect(await documents.find('d1')).toEqual({ ...before, vectors: null })
})

test('shares of before recipients were known count everyone who redeemed them', async () => {
  const folder = await temporaryFolder()
  const { redeemer_count, ...before } = aShare({ open_count: 3, maxExchanges: 4 })
  const { migrations, ...kind } = shareKind
  const schema = Type.Omit(ShareRecordSchema, ['redeemer_count'])
  const old = await openKind(folder, { ...kind, version: 1, schema })
  await old.commit([old.table.put(before as never)])
  await old.close()

  const { shares } = await openTestStore(folder)
  expect(await shares.find('share-1')).toEqual({ ...before, redeemer_count: 3 })
})

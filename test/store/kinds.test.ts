import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { CharacterRecordSchema } from '../../src/domain/characters/record.js'
import { characterKind } from '../../src/store/kinds.js'
import { opened, temporaryFolder } from '../support/store-folder.js'
import { openKind } from '../support/store-kinds.js'
import { aCharacter } from '../support/store-records.js'

test('characters of before there were uploads open without any', async () => {
  const folder = await temporaryFolder()
  const { avatar_file, model_file, ...before } = aCharacter({ avatar: 'https://example.org/a.png' })
  const { migrations, filesOf, ...kind } = characterKind
  const schema = Type.Omit(CharacterRecordSchema, ['avatar_file', 'model_file'])
  const old = await openKind(folder, { ...kind, version: 1, schema })
  await old.commit([old.table.put(before as never)])
  await old.close()

  const { characters } = await opened(folder)
  expect(await characters.find('character-1')).toEqual({ ...before, avatar_file: null, model_file: null })
})

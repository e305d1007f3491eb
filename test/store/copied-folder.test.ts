import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { aCharacter } from '../support/stores/store-records.js'

test('a copy of a folder that is being served can be served beside it', async () => {
  const served = join(await temporaryFolder(), 'data')
  const store = await openTestStore(served)
  await store.characters.insert(aCharacter({ id: 'c1' }))
  const copied = join(await temporaryFolder(), 'data')
  await cp(served, copied, { recursive: true })

  const copy = await openTestStore(copied)
  await copy.characters.insert(aCharacter({ id: 'c2' }))
  expect(await copy.characters.find('c1')).toEqual(aCharacter({ id: 'c1' }))
  expect(await store.characters.find('c2')).toBeUndefined()
  await expect(openTestStore(copied)).rejects.toThrow(`is already served by pid ${process.pid}`)
  await expect(openTestStore(served)).rejects.toThrow(`is already served by pid ${process.pid}`)
})

test('a folder that was moved while it is served is still refused', async () => {
  const parent = await temporaryFolder()
  await openTestStore(join(parent, 'data'))
  await rename(join(parent, 'data'), join(parent, 'moved'))
  await expect(openTestStore(join(parent, 'moved'))).rejects.toThrow(
    `is already served by pid ${process.pid}`,
  )
  await rename(join(parent, 'moved'), join(parent, 'data'))
})

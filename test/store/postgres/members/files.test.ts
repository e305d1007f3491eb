import { describe, expect, test } from 'vitest'
import type { Store } from '../../../../src/store/store.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { asMember, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'

const ROUNDS = 20

async function* bytes(text: string) {
  yield Buffer.from(text)
}

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  /** Stores the text as the file of an upload; resolves with its hash. */
  const upload = async ({ files, uploads }: Store, id: string, text: string): Promise<string> => {
    const file = await files.put(bytes(text), { maxBytes: 1000 })
    if (file === undefined) throw new Error('it is too large')
    try {
      await uploads.put({ id, file: file.sha256, expires_at: id })
    } finally {
      file.release()
    }
    return file.sha256
  }

  test('a file that one store removes while another one receives it stays', async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const open = () => openTestStore(folder, { database: asMember(database) })
    const [first, second] = [await open(), await open()]
    for (let round = 0; round < ROUNDS; round += 1) {
      const text = `text ${round}`
      await upload(first, `a${round}`, text)
      const [sha256] = await Promise.all([
        upload(second, `b${round}`, text),
        first.uploads.removeExpired(`a${round}`),
      ])
      expect(await second.uploads.find(`b${round}`)).toBeDefined()
      // Whatever either still wants to remove.
      await Promise.all([first, second].map(({ trash }) => trash.removeExpired('')))
      expect(await second.files.size(sha256)).toBe(text.length)
    }
  })

  test('a file that no record refers to any more goes, whichever store removed the last one', async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const open = () => openTestStore(folder, { database: asMember(database) })
    const [first, second] = [await open(), await open()]
    const [sha256] = await Promise.all([upload(first, 'a', 'the same'), upload(second, 'b', 'the same')])
    await first.uploads.removeExpired('a')
    await first.trash.removeExpired('')
    expect(await second.files.size(sha256)).toBe(8)
    await second.uploads.removeExpired('b')
    await expect.poll(() => first.files.size(sha256)).toBeUndefined()
  })
})

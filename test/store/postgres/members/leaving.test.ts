import { describe, expect, test } from 'vitest'
import { createGate } from '../../../support/knowledge/document-world.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import {
  asMember,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from '../../../support/stores/store-folder.js'
import { aCharacter } from '../../../support/stores/store-records.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('a server that stops while it takes over from one that is gone ends that first', async () => {
    const [folder, address] = [await temporaryFolder(), await postgres.database()]
    const { log, lines } = recordingLog()
    const open = () => openTestStore(folder, { database: asMember(address), log })
    const first = await open()
    const second = await open()
    const gate = createGate()
    const begun = createGate()
    await second.duties.whenTaken(async () => {
      begun.open()
      await gate.opened
      await second.characters.insert(aCharacter({ id: 'left-behind' }))
    })

    await first.close()
    await begun.opened
    const closing = second.close()
    // Whatever is not waited for is over when this has been answered.
    const third = await open()
    gate.open()
    await closing
    await expect.poll(async () => (await third.characters.find('left-behind'))?.id).toBe('left-behind')
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

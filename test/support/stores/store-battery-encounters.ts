import { expect, test } from 'vitest'
import { insertEncounter } from '../../../src/domain/encounters/insert-encounter.js'
import type { EncounterRecord } from '../../../src/domain/encounters/record.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { aCharacter, anEncounter, at } from './store-records.js'

const ROOM = { maxRunning: 9, maxEnded: 9, endedSince: at(0) }
const ended = (id: string, second: number): EncounterRecord =>
  anEncounter({ id, createdAt: at(second), endedAt: at(second), reason: 'error' })

export function describeEncounters(make: () => Promise<Store>): void {
  test('as many encounters of an account run as may, however many are begun at once', async () => {
    const store = await make()
    const { encounters } = store
    const room = { ...ROOM, maxRunning: 2 }
    const begun = [1, 2, 3].map((n) => insertEncounter(store, anEncounter({ id: `e${n}` }), room))
    expect(await Promise.all(begun)).toEqual([true, true, false])
    expect(await encounters.find('e3')).toBeUndefined()
    expect(await insertEncounter(store, anEncounter({ id: 'e4', userId: 'account-2' }), room)).toBe(true)

    await updateRecord(store, { kind: 'encounters', id: 'e1' }, (record) => ({
      ...record,
      reason: 'cancelled',
      endedAt: at(1),
    }))
    expect((await encounters.listRunning()).map(({ id }) => id).sort()).toEqual(['e2', 'e4'])
    expect(await insertEncounter(store, anEncounter({ id: 'e3' }), room)).toBe(true)
    expect(
      await updateRecord(store, { kind: 'encounters', id: 'nowhere' }, (record) => record),
    ).toBeUndefined()
  })

  test('a new encounter drops the oldest that ended, by number and by time, and none that runs', async () => {
    const store = await make()
    const { encounters } = store
    await insertEncounter(store, anEncounter({ id: 'running' }), ROOM)
    for (const n of [1, 2, 3, 4]) await insertEncounter(store, ended(`e${n}`, n), ROOM)
    await insertEncounter(store, ended('e5', 5), { ...ROOM, maxEnded: 3 })
    const left = async () => {
      const found = await Promise.all(['running', 'e1', 'e2', 'e3', 'e4', 'e5'].map(encounters.find))
      return found.flatMap((record) => (record === undefined ? [] : [record.id]))
    }
    expect(await left()).toEqual(['running', 'e3', 'e4', 'e5'])
    await insertEncounter(store, anEncounter({ id: 'e6' }), { ...ROOM, endedSince: at(5) })
    expect(await left()).toEqual(['running', 'e5'])
  })

  test.each(['character-1', 'character-2'])('an encounter goes with %s', async (gone) => {
    const store = await make()
    const { characters, encounters } = store
    for (const id of ['character-1', 'character-2']) await characters.insert(aCharacter({ id }))
    await insertEncounter(store, anEncounter(), ROOM)
    await characters.remove(gone)
    expect(await encounters.find('encounter-1')).toBeUndefined()
  })
}

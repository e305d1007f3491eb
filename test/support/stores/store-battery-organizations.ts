import { expect, test } from 'vitest'
import type { OrganizationRecord } from '../../../src/domain/organizations/record.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { aCharacter, aConversation, aMessage, anOrganization, at } from './store-records.js'

export function describeOrganizations(make: () => Promise<Store>): void {
  test('an organization comes back as it was stored, under an id of its own', async () => {
    const { organizations } = await make()
    await organizations.insert(anOrganization())
    expect(await organizations.find('org-1')).toEqual(anOrganization())
    expect(await organizations.find('org-2')).toBeUndefined()
    await expect(organizations.insert(anOrganization({ name: 'Other' }))).rejects.toThrow('already stored')
    expect(await organizations.find('org-1')).toEqual(anOrganization())
  })

  test('organizations are listed to their members, newest first, ties by id', async () => {
    const { organizations } = await make()
    const members = [{ accountId: 'account-2', addedAt: at(0) }]
    await organizations.insert(anOrganization({ id: 'b', createdAt: at(2) }))
    await organizations.insert(anOrganization({ id: 'c', createdAt: at(1), deletedAt: at(3) }))
    await organizations.insert(anOrganization({ id: 'a', createdAt: at(2) }))
    await organizations.insert(anOrganization({ id: 'd', members }))
    const idsOf = async (accountId: string) => (await organizations.list(accountId)).map(({ id }) => id)
    expect(await idsOf('account-1')).toEqual(['a', 'b', 'c'])
    expect(await idsOf('account-2')).toEqual(['d'])
    expect(await idsOf('account-3')).toEqual([])
  })

  test('changes of an organization at once do not lose each other', async () => {
    const store = await make()
    const { organizations } = store
    await organizations.insert(anOrganization({ members: [] }))
    const add = (accountId: string) =>
      updateRecord(store, { kind: 'organizations', id: 'org-1' }, (current) => ({
        ...current,
        members: [...current.members, { accountId, addedAt: at(1) }],
      }))
    await Promise.all(['x', 'y', 'z'].map(add))
    const { members } = (await organizations.find('org-1')) as OrganizationRecord
    expect(members.map(({ accountId }) => accountId)).toEqual(['x', 'y', 'z'])
    expect(
      await updateRecord(store, { kind: 'organizations', id: 'org-2' }, (current) => current),
    ).toBeUndefined()
  })

  test('a change that is refused leaves the organization as it was', async () => {
    const store = await make()
    const { organizations } = store
    await organizations.insert(anOrganization())
    const refuse = () => {
      throw new Error('no')
    }
    await expect(updateRecord(store, { kind: 'organizations', id: 'org-1' }, refuse)).rejects.toThrow('no')
    expect(await organizations.find('org-1')).toEqual(anOrganization())
  })

  test('nothing is created in an organization that is not there', async () => {
    const { characters } = await make()
    await expect(characters.insert(aCharacter({ org_id: 'org-1' }))).rejects.toMatchObject({
      kind: 'forbidden',
    })
    expect(await characters.find('character-1')).toBeUndefined()
  })

  test('a purge takes all that the organization owned, and nothing else', async () => {
    const { organizations, characters, conversations } = await make()
    await organizations.insert(anOrganization({ deletedAt: at(1) }))
    await organizations.insert(anOrganization({ id: 'org-2' }))
    await characters.insert(aCharacter({ id: 'gone', org_id: 'org-1' }))
    await characters.insert(aCharacter({ id: 'gone-2', org_id: 'org-1', account_id: 'account-2' }))
    await characters.insert(aCharacter({ id: 'kept', org_id: 'org-2' }))
    await characters.insert(aCharacter({ id: 'own' }))
    for (const characterId of ['gone', 'kept', 'own']) {
      await conversations.findOrCreate(aConversation({ id: `with-${characterId}`, characterId }))
      await conversations.append(`with-${characterId}`, aMessage())
    }
    await organizations.purge('org-1')

    expect(await organizations.find('org-1')).toBeUndefined()
    expect(await organizations.find('org-2')).toEqual(anOrganization({ id: 'org-2' }))
    const found = await Promise.all(['gone', 'gone-2', 'kept', 'own'].map((id) => characters.find(id)))
    expect(found.map((record) => record?.id)).toEqual([undefined, undefined, 'kept', 'own'])
    const said = async (characterId: string) => {
      const page = { conversationId: `with-${characterId}`, limit: 9, skip: 0 }
      return (await conversations.listMessages(page)).total
    }
    expect([await said('gone'), await said('kept'), await said('own')]).toEqual([0, 1, 1])
    expect(await conversations.append('with-gone', aMessage())).toBeUndefined()
  })

  test('what comes while a purge runs finds the organization gone', async () => {
    const store = await make()
    const { organizations, characters, conversations } = store
    await organizations.insert(anOrganization({ deletedAt: at(1) }))
    await characters.insert(aCharacter({ org_id: 'org-1' }))
    await conversations.findOrCreate(aConversation())
    const purges = [organizations.purge('org-1'), organizations.purge('org-1')]
    await expect(characters.insert(aCharacter({ id: 'late', org_id: 'org-1' }))).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(conversations.findOrCreate(aConversation({ playerId: 'late' }))).rejects.toMatchObject({
      kind: 'not_found',
    })
    expect(await conversations.append('conversation-1', aMessage())).toBeUndefined()
    expect(
      await updateRecord(store, { kind: 'characters', id: 'character-1' }, (current) => current),
    ).toBeUndefined()
    await Promise.all(purges)
    expect(await organizations.find('org-1')).toBeUndefined()
    await organizations.purge('org-1')
  })
}

import { expect, test } from 'vitest'
import { guardHostedClient } from '../../../src/cli/profiles/guard-hosted-client.js'
import type { Client } from '../../../src/client/create-client.js'
import { createCharacter, listCharacters } from '../../../src/contract/characters.js'
import { searchMemories } from '../../../src/contract/memory-views.js'

const hosted = { name: 'studio', baseUrl: 'https://service.example', apiKey: 'svc_1', orgId: null }
const local = { ...hosted, name: 'mine', baseUrl: 'http://127.0.0.1:4750' }

/** A guarded client, the operations that reached the service, and what was said on standard error. */
function guarded(profile: typeof hosted, confirmed?: string) {
  const called: string[] = []
  const notes: string[] = []
  const client = {
    baseUrl: profile.baseUrl,
    call: async ({ schema }: { schema: { operationId: string } }) => void called.push(schema.operationId),
    session: () => void called.push('session'),
    connect: async () => void called.push('connect'),
  }
  const output = { terminal: { isInteractive: false }, note: (text: string) => void notes.push(text) }
  // Only what the guard touches is there.
  const guard = guardHostedClient(client as unknown as Client, profile, { output, confirmed } as never)
  return { guard, called, notes }
}

const MIRA = { body: { persona: { name: 'Mira' } } }

test('a change at a hosted profile is refused until it is confirmed by name', async () => {
  const { guard, called } = guarded(hosted)
  await expect(guard.call(createCharacter, MIRA)).rejects.toMatchObject({
    exitCode: 4,
    hint: 'Add --confirm studio.',
  })
  expect(called).toEqual([])
})

test('another name than the profile’s is wrong usage', async () => {
  const { guard, called } = guarded(hosted, 'staging')
  await expect(guard.call(createCharacter, MIRA)).rejects.toMatchObject({ exitCode: 2 })
  expect(called).toEqual([])
})

test('a confirmed change goes through, and the profile is named once', async () => {
  const { guard, called, notes } = guarded(hosted, 'studio')
  await guard.call(createCharacter, MIRA)
  await guard.call(createCharacter, MIRA)
  expect(called).toEqual(['createCharacter', 'createCharacter'])
  expect(notes).toEqual(['» studio (https://service.example)'])
})

test('what only reads needs no confirmation, a search by POST included', async () => {
  const { guard, called, notes } = guarded(hosted)
  await guard.call(listCharacters, {})
  await guard.call(searchMemories, {
    params: { characterId: 'c', playerId: 'p' },
    body: { query: 'sister' },
  })
  expect({ called, notes }).toEqual({ called: ['listCharacters', 'searchMemories'], notes: [] })
})

test('talking is marked, but needs no confirmation', async () => {
  const { guard, called, notes } = guarded(hosted)
  await guard.connect({ characterId: 'c', playerId: 'p' })
  expect({ called, notes }).toEqual({ called: ['connect'], notes: ['» studio (https://service.example)'] })
})

test('a profile of this machine is guarded by nothing', async () => {
  const { guard, called, notes } = guarded(local)
  await guard.call(createCharacter, MIRA)
  expect({ called, notes }).toEqual({ called: ['createCharacter'], notes: [] })
})

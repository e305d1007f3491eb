import { expect, test } from 'vitest'
import { changeMemories } from '../../../src/domain/memories/changes/change-memories.js'
import { startWithHistory } from '../../support/http/http-history.js'
import { aMemory, aMessage, at, created } from '../../support/stores/store-records.js'

const PLAYER = '/api/control/v1/characters/c1/players/ada'
const pair = { characterId: 'c1', playerId: 'ada' }

async function start() {
  const world = await startWithHistory()
  const as = (account: string) => (path: string) =>
    world.call('GET', path, { key: null, headers: { authorization: `Bearer id:${account}@example.org` } })
  const { store } = world
  const slot = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
  const memory = aMemory({ ...{ agentId: 'c1', playerId: 'ada' }, content: 'Lives in Lyon', slot })
  await changeMemories(store, { pair }, created(memory))
  const block = 'notes\nhome: Lyon\nLives in Lyon\nend'
  const given = [
    { kind: 'fact' as const, id: 'fact-1', source: 'memory-1', start: 6, end: 16 },
    { kind: 'memory' as const, id: 'memory-1', start: 17, end: 30 },
  ]
  const asked = await store.conversations.append('v0', aMessage({ timestamp: at(0) }), { block, given })
  const answered = await store.conversations.append('v0', aMessage({ role: 'assistant' }))
  const path = (id: unknown) => `${PLAYER}/turns/${id}/prompt`
  return { ...world, owner: as('a1'), as, path, asked: asked?.id ?? 0, answered: answered?.id ?? 0, block }
}

test('the prompt of a past turn is read word for word, by either of its messages', async () => {
  const { owner, path, asked, answered, block } = await start()
  const prompt = {
    recorded: true,
    at: at(0),
    block,
    given: [
      { kind: 'fact', id: 'fact-1', sourceMemoryId: 'memory-1', text: 'home: Lyon' },
      { kind: 'memory', id: 'memory-1', sourceMemoryId: null, text: 'Lives in Lyon' },
    ],
  }
  expect(await owner(path(asked))).toMatchObject({ status: 200, body: { messageId: asked, ...prompt } })
  expect(await owner(path(answered))).toMatchObject({ status: 200, body: { messageId: answered, ...prompt } })
})

test('a message without a prompt says so', async () => {
  const { owner, path } = await start()
  expect(await owner(path(1))).toMatchObject({
    status: 200,
    body: { messageId: 1, recorded: false, at: null, block: '', given: [] },
  })
})

test('a hard deletion blanks what prompts quote, and deleting all takes them away', async () => {
  const { owner, path, asked, call } = await start()
  const memories = '/api/v1/characters/c1/players/ada/memories'
  await call('DELETE', `${memories}/memory-1?hard=true`)
  const { body } = await owner(path(asked))
  expect(body).toMatchObject({ block: 'notes\n(erased)\n(erased)\nend', given: [] })
  await call('DELETE', `${memories}?confirm=true`)
  expect((await owner(path(asked))).body).toMatchObject({ recorded: false, block: '' })
})

test.each(['0', '999', 'x', '1e3', '-1', '1.5', '99999999999999999999'])(
  'of the message %s nothing is known',
  async (id) => {
    const { owner, path } = await start()
    expect(await owner(path(id))).toMatchObject({ status: 404, body: { detail: 'Message not found' } })
  },
)

test('a message of another player or of a stranger is not found', async () => {
  const { owner, as, path, asked } = await start()
  const bobs = `/api/control/v1/characters/c1/players/bob/turns/${asked}/prompt`
  expect((await owner(bobs)).status).toBe(404)
  expect((await as('a2')(path(asked))).status).toBe(404)
})

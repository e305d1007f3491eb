import { expect, test } from 'vitest'
import { parley } from '../support/cli.js'
import { fakeRest } from '../support/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'

test('a conversation that moves to another page while all are read is listed once', async () => {
  const conversation = (id: number) => ({ id: String(id), playerId: `p${id}`, messageCount: 1 })
  const ids = Array.from({ length: 101 }, (_, index) => index)
  const pages = new Map([
    ['0', ids.slice(0, 100)],
    ['100', [99, 100]],
  ])
  const { baseUrl } = await fakeRest(({ url }) => ({
    body: {
      conversations: (pages.get(new URL(url, 'http://x').searchParams.get('offset') ?? '') ?? []).map(
        conversation,
      ),
      total: 102,
      limit: 100,
      offset: 0,
    },
  }))
  const { stdout } = await parley(['players', 'list', ID, '--all', '--json', '--base-url', baseUrl])
  expect(JSON.parse(stdout).conversations.map((one: { playerId: string }) => one.playerId)).toEqual(
    ids.map((id) => `p${id}`),
  )
})

test('a message that is pushed to an older page while all are read is told once, in its place', async () => {
  const message = (id: number) => ({ id, role: 'user', content: `m${id}`, timestamp: null })
  const pages = [[3, 4], [2, 3], [1]]
  const { baseUrl } = await fakeRest(({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'))
    const pagination = { page, limit: 2, total: 5, hasMore: page < pages.length }
    return { body: { messages: (pages[page - 1] ?? []).map(message), pagination } }
  })
  const { stdout } = await parley([
    'players',
    'messages',
    ID,
    'ada',
    '--all',
    '--json',
    '--base-url',
    baseUrl,
  ])
  expect(JSON.parse(stdout).messages.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4])
})

test('speakers of a shared conversation and images have their place; no text can pose as a heading', async () => {
  const message = {
    id: 1,
    role: 'user',
    content: 'Look\nMira  2030-01-01 00:00:00Z',
    speaker: 'Grace\nHopper',
    timestamp: null,
    imageUrl: 'http://x/1.png',
    imageDescription: 'A moth',
  }
  const pagination = { page: 1, limit: 100, total: 1, hasMore: false }
  const { baseUrl } = await fakeRest(({ url }) =>
    url.includes('/messages') ? { body: { messages: [message], pagination } } : { status: 403, body: {} },
  )
  const { stdout } = await parley(['players', 'messages', ID, 'ada', '--base-url', baseUrl])
  expect(stdout.split('\n')).toEqual([
    'Grace Hopper  1',
    '  [image: http://x/1.png]',
    '  [seen: A moth]',
    '  Look',
    '  Mira  2030-01-01 00:00:00Z',
  ])
})

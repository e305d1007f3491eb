import { expect, test } from 'vitest'
import { parley } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'

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

const LISTED = /^\/api\/v1\/characters\/[^/]+\/players\b/
const conversations = ['ada', 'bob'].map((playerId) => ({ id: playerId, playerId, messageCount: 1 }))
const contractList = {
  conversations,
  total: 2,
  limit: 50,
  offset: 0,
  sortBy: 'last_activity',
  sortOrder: 'desc',
}

test.each([
  ['has no such route', 404, { detail: 'Not found' }],
  ['keeps its control routes to itself', 403, { detail: 'Forbidden' }],
  ['has a page for everything', 200, '<h1>Hello</h1>'],
  ['answers every path with an object', 200, { ok: true }],
])(
  'from a server that %s everyone comes who has talked, and the command says so',
  async (_, status, body) => {
    const { baseUrl, requests } = await fakeRest(({ url }) =>
      LISTED.test(url) ? { body: contractList } : { status, body },
    )
    const list = (...flags: string[]) => parley(['players', 'list', ID, '--base-url', baseUrl, ...flags])
    expect(await list()).toEqual({
      stdout:
        'MESSAGES  SINCE  LAST ACTIVITY  PLAYER\n1                               ada\n1                               bob',
      stderr:
        'Only players who have talked to the character are listed: this server, or this API key, does not give access to others.',
      exitCode: 0,
    })
    expect(requests).toHaveLength(2)
    expect(JSON.parse((await list('--all', '--json')).stdout)).toMatchObject({
      conversations,
      complete: false,
    })
  },
)

test('a server that fails is told to fail', async () => {
  const { baseUrl } = await fakeRest(() => ({ status: 500, body: { detail: 'Out of order' } }))
  expect(await parley(['players', 'list', ID, '--base-url', baseUrl])).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Out of order'),
    exitCode: 1,
  })
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

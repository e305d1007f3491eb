import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Memory, MemorySchema } from '../../src/contract/memories.js'
import { jsonLines, parley, parleyProcess } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { ADA_MEMORIES, startMemoryWorld, WORLD_TIME } from '../support/memories/memory-world.js'
import { fakeRest } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'
const SHORT = '[\\da-f]{8}'

let world: Awaited<ReturnType<typeof startMemoryWorld>>
beforeAll(async () => {
  world = await startMemoryWorld()
})
afterAll(() => world.stop())

const run = (...args: string[]) => world.run(...args)
const json = (...args: string[]) => world.json(...args)
const contentsOf = (page: { memories: Memory[] }) => page.memories.map(({ content }) => content)
const idOf = async (player: string, content: string): Promise<string> => {
  const { memories } = await json('list', 'mira', player)
  return memories.find((one: Memory) => one.content === content)?.id
}
const withoutIds = (text: string) => text.replaceAll(new RegExp(`^${SHORT}`, 'gm'), 'short-id').split('\n')

test('the list fits eighty columns: ids shortened, texts cut, control characters escaped', async () => {
  const { stdout, stderr, exitCode } = await run('list', 'mira', 'ada')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(withoutIds(stdout)).toEqual([
    'ID        TYPE          LAYER  SINCE       MEMORY',
    'short-id  event         stm    2030-01-30  =2+3 is evil\\u001b[2J',
    'short-id  preference    stm    2030-01-30  Likes green tea',
    'short-id  relationship  stm    2030-01-28  Her sister Vera lives in Paris and k…',
    'short-id  fact          ltm    2029-12-30  Lives in Lyon',
  ])
})

test('--full shows whole texts in lines of at most eighty columns', async () => {
  const { stdout } = await run('list', 'mira', 'ada', '--full', '--type', 'relationship')
  expect(withoutIds(stdout)).toEqual([
    'ID        TYPE          LAYER  SINCE       MEMORY',
    'short-id  relationship  stm    2030-01-28  Her sister Vera lives in Paris and',
    '                                           keeps eleven bees that she names',
    '                                           after winds of the sea',
  ])
})

test('the list takes a kind, a state and a page, and says how to go on', async () => {
  expect(contentsOf(await json('list', 'mira', 'ada', '--type', 'fact'))).toEqual(['Lives in Lyon'])
  expect(await json('list', 'mira', 'ada', '--status', 'superseded')).toMatchObject({
    memories: [],
    total: 0,
  })
  expect(await json('list', 'mira', 'ada', '--status', 'all')).toMatchObject({ total: 4 })
  const page = await json('list', 'mira', 'ada', '--limit', '1', '--offset', '1')
  expect({ ...page, memories: contentsOf(page) }).toEqual({
    memories: ['Likes green tea'],
    total: 4,
    limit: 1,
    offset: 1,
  })
  expect(await run('list', 'mira', 'ada', '--limit', '1', '--offset', '1')).toMatchObject({
    stderr: '1 of 4; continue with --offset 2, or --all',
    exitCode: 0,
  })
})

test('--all-players lists everyone who is remembered, with a conversation or without', async () => {
  const { stdout } = await parley(['characters', 'create', '--name', 'Archivist', '--json'], {
    env: world.env,
  })
  const { id } = JSON.parse(stdout)
  await run('add', id, 'zed', 'Keeps bees')
  await run('add', id, 'amy', 'Likes tea')
  const page = await json('list', id, '--all-players')
  expect(contentsOf(page)).toEqual(['Likes tea', 'Keeps bees'])
  expect(page).toMatchObject({ total: 2, complete: true })
  const csv = await run('list', id, '--all-players', '--format', 'csv')
  expect(csv.stdout).toContain('Keeps bees')
  expect(csv.stderr).toBe('')
  expect((await run('list', id, '--all-players', '--status', 'all')).stdout).toContain('zed: 1 memory')
})

test('--all-players says when the server lists nobody without a conversation', async () => {
  const memory = {
    id: 'm1',
    playerId: 'ada',
    content: 'Likes tea',
    memoryType: 'fact',
    memoryLayer: 'stm',
    createdAt: WORLD_TIME,
  }
  const { baseUrl } = await fakeRest(({ url }) => {
    if (url.includes('/memories')) return { body: { memories: [memory], total: 1, limit: 200, offset: 0 } }
    if (url.includes('/control/')) return { status: 404, body: { detail: 'Not found' } }
    return { body: { conversations: [{ id: 'c1', playerId: 'ada' }], total: 1, limit: 100, offset: 0 } }
  })
  const list = (...flags: string[]) =>
    parley(['memories', 'list', ID, '--all-players', '--base-url', baseUrl, ...flags])
  expect(await list()).toMatchObject({
    stdout: expect.stringContaining('Likes tea'),
    stderr: expect.stringContaining('Only players who have talked to the character are listed'),
    exitCode: 0,
  })
  expect(JSON.parse((await list('--json')).stdout)).toMatchObject({ total: 1, complete: false })
})

test('--all-players lists everyone, each under their name', async () => {
  const { stdout, stderr } = await run('list', 'mira', '--all-players', '--full')
  expect(stderr).toBe('')
  const lines = withoutIds(stdout)
  expect(lines.filter((line) => line.includes(': '))).toEqual(
    expect.arrayContaining(['ada: 4 memories', '太郎: 1 memory']),
  )
  const taro = lines.indexOf('太郎: 1 memory')
  expect(lines.slice(taro + 1, taro + 4)).toEqual([
    'ID        TYPE            LAYER  SINCE       MEMORY',
    'short-id  character_self  stm    2030-01-31  灯台の守り人は長い話をするのが毎晩',
    '                                             のように好き🦊',
  ])
  const page = await json('list', 'mira', '--all-players', '--type', 'preference')
  expect(page).toMatchObject({ total: 3, limit: 3, offset: 0 })
  expect(new Set(page.memories.map(({ playerId }: Memory) => playerId))).toEqual(
    new Set(['ada', 'other', 'victim']),
  )
  expect(new Set(contentsOf(page))).toEqual(new Set(['Likes green tea']))
})

test('NDJSON is every memory exactly as the service tells it, one a line', async () => {
  const { stdout } = await run('list', 'mira', 'ada', '--format', 'ndjson', '--all')
  expect(jsonLines(stdout)).toEqual((await json('list', 'mira', 'ada')).memories)
})

test('CSV has every field of the contract, and nothing that a spreadsheet runs as a formula', async () => {
  const { stdout } = await run('list', 'mira', '--all-players', '--format', 'csv')
  const rows: Record<string, string>[] = parse(stdout, { columns: true })
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(MemorySchema.properties))
  const { memories } = await json('list', 'mira', '--all-players')
  const cell = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''))
  expect(rows).toEqual(
    memories.map((memory: Memory) => ({
      ...Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, cell(value)])),
      content: memory.content.replace(/^=/, "'="),
    })),
  )
})

test('all pages are read; a memory that moves to another one meanwhile is told once', async () => {
  const memory = (id: number) => ({ id: `m${id}`, playerId: 'ada', content: `c${id}`, createdAt: WORLD_TIME })
  const ids = Array.from({ length: 200 }, (_, index) => index)
  const { baseUrl, requests } = await fakeRest(({ url }) => {
    const offset = Number(new URL(url, 'http://x').searchParams.get('offset'))
    return {
      body: { memories: (offset === 0 ? ids : [199, 200]).map(memory), total: 202, limit: 200, offset },
    }
  })
  const { stdout } = await parley(['memories', 'list', ID, 'ada', '--all', '--json', '--base-url', baseUrl])
  expect(contentsOf(JSON.parse(stdout))).toEqual([...ids, 200].map((id) => `c${id}`))
  expect(requests).toHaveLength(2)
})

test('search shows what fits best first, with its similarity', async () => {
  const { stdout, stderr } = await run('search', 'mira', 'ada', 'where does her sister live?', '--limit', '2')
  expect(stderr).toBe('')
  expect(stdout.split('\n')).toEqual([
    'ID        SIMILARITY  MEMORY',
    expect.stringMatching(
      new RegExp(`^${SHORT}  0\\.\\d{3}       Her sister Vera lives in Paris and keeps eleven bees that…$`),
    ),
    expect.stringMatching(new RegExp(`^${SHORT}  0\\.\\d{3}       Lives in Lyon$`)),
  ])
  expect(await json('search', 'mira', 'ada', 'green tea', '--limit', '1')).toEqual({
    results: [
      {
        memoryId: await idOf('ada', 'Likes green tea'),
        similarity: expect.any(Number),
        content: 'Likes green tea',
      },
    ],
    query: 'green tea',
    total: 1,
  })
  expect(await run('search', 'mira', 'silent', 'tea')).toMatchObject({
    stderr: 'No matches',
    exitCode: 0,
  })
})

test('a memory is added, changed by the beginning of its id, deleted and erased', async () => {
  const added = await json('add', 'mira', 'new one', 'Plays chess', '--type', 'preference', '--layer', 'ltm')
  expect(added).toMatchObject({
    content: 'Plays chess',
    memoryType: 'preference',
    memoryLayer: 'ltm',
    importance: 0.5,
    confidence: 1,
    playerId: 'new one',
    source: 'manual_dashboard',
  })
  const short = added.id.slice(0, 8)
  const edited = await json('edit', 'mira', 'new one', short, '--content', 'Plays go', '--importance', '0')
  expect(edited).toMatchObject({ id: added.id, content: 'Plays go', memoryType: 'preference', importance: 0 })
  expect(await json('delete', 'Mira', 'new one', short, '--yes')).toEqual({
    deleted: true,
    hard: false,
    memoryId: added.id,
  })
  expect(contentsOf(await json('list', 'mira', 'new one', '--status', 'deleted'))).toEqual(['Plays go'])
  expect((await run('delete', 'Mira', 'new one', short, '--hard', '--yes')).stdout).toBe(`Erased ${added.id}`)
  expect(await json('list', 'mira', 'new one', '--status', 'deleted')).toMatchObject({ total: 0 })
})

test('add shows the memory; the text may come from a file or from standard input', async () => {
  const { stdout } = await run('add', 'mira', 'shown', 'Keeps a one-eyed cat')
  expect(stdout.replace(/^(id +)[\da-f-]{36}/, '$1ID').split('\n')).toEqual([
    'id          ID',
    'memory      Keeps a one-eyed cat',
    'player      shown',
    'type        fact',
    'layer       stm',
    'status      active',
    'importance  0.5',
    'confidence  1',
    'source      manual_dashboard',
    'since       2030-01-31 09:00:00Z',
  ])
  const piped = await parleyProcess(['memories', 'add', 'mira', 'shown', '@-', '--json'], {
    env: world.env,
    input: 'Came by boat\n',
  })
  expect(JSON.parse(piped.stdout)).toMatchObject({ content: 'Came by boat' })
})

test('the timeline names each group once, beside its newest memory', async () => {
  const { stdout } = await run('timeline', 'mira', 'ada')
  expect(stdout.replaceAll(new RegExp(` ${SHORT} `, 'g'), ' short-id ').split('\n')).toEqual([
    'DAY         ID        TYPE          MEMORY',
    '2030-01-30  short-id  event         =2+3 is evil\\u001b[2J',
    '            short-id  preference    Likes green tea',
    '2030-01-28  short-id  relationship  Her sister Vera lives in Paris and keeps el…',
    '2029-12-30  short-id  fact          Lives in Lyon',
  ])
  const weeks = await json('timeline', 'mira', 'ada', '--group-by', 'week', '--since', '2030-01-01')
  expect(weeks).toMatchObject({ groupBy: 'week', totalMemories: 3, timeline: [{ date: '2030-01-28' }] })
  const until = await json('timeline', 'mira', 'ada', '--group-by', 'month', '--until', '2030-01-01')
  expect(until).toMatchObject({ totalMemories: 1, timeline: [{ date: '2029-12' }] })
})

test('stats count by kind and layer, and facts are what is always in mind', async () => {
  expect((await run('stats', 'mira', 'ada')).stdout.split('\n')).toEqual([
    'active          4: 1 long-term, 3 short-term',
    '  fact          1',
    '  preference    1',
    '  relationship  1',
    '  event         1',
    'superseded      0',
    'decayed         0',
    'core facts      1',
    '7 days          0 promoted, 0 demoted',
  ])
  expect(await json('stats', 'mira', 'ada')).toMatchObject({ totalActive: 4, byLayer: { ltm: 1, stm: 3 } })
  expect(withoutIds((await run('facts', 'mira', 'ada')).stdout)).toEqual([
    'MEMORY    SINCE       FACT  VALUE',
    'short-id  2029-12-30  home  Lyon',
  ])
  expect((await json('facts', 'mira', 'ada')).coreFacts).toMatchObject([
    { factKey: 'home', factValue: 'Lyon', sourceMemoryId: await idOf('ada', 'Lives in Lyon') },
  ])
})

test('the graph draws what is remembered, with whom and what it mentions, in eighty columns', async () => {
  const { stdout, stderr } = await run('graph', 'mira', 'ada')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ada \(4 memories\)\n/)
  expect(stdout).toMatch(/Lives in Lyon \[fact\]\n.*Lyon \(place\)\n/)
  expect(stdout).toMatch(/└─ lives in → Paris/)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('what is empty is said to be, on standard error', async () => {
  expect(await run('list', 'mira', 'silent')).toMatchObject({ stderr: 'No memories', exitCode: 0 })
  expect(await run('facts', 'mira', 'silent')).toMatchObject({ stderr: 'No core facts', exitCode: 0 })
})

test('--player-id says for whom the command acts: another player has no memories for them', async () => {
  expect(await json('list', 'mira', 'ada', '--player-id', 'ada')).toMatchObject({ total: 4 })
  expect(await run('stats', 'mira', 'ada', '--player-id', 'eve')).toEqual({
    stdout: '',
    stderr: 'Error: Memory not found',
    exitCode: 1,
  })
})

test('at a terminal clear says what goes, and a no changes nothing; --yes erases one player and no other', async () => {
  const terminal = parleyAtTerminal(['memories', 'clear', 'Mira', 'victim'], world.env)
  await terminal.shows(/Erase all memories that Mira has of victim: 4 memories\?/)
  terminal.type('n\r')
  expect(await terminal.exit).toBe(1)
  expect(await json('list', 'mira', 'victim')).toMatchObject({ total: 4 })
  expect(await json('clear', 'Mira', 'victim', '--yes')).toEqual({ deletedCount: 4 })
  expect(await json('list', 'mira', 'victim')).toMatchObject({ total: 0 })
  expect(await json('list', 'mira', 'other')).toMatchObject({ total: ADA_MEMORIES.length })
})

test('at a terminal delete shows which memory goes', async () => {
  const id = await idOf('other', 'Likes green tea')
  const terminal = parleyAtTerminal(['memories', 'delete', 'Mira', 'other', id.slice(0, 8)], world.env)
  await terminal.shows(new RegExp(`Delete "Likes green tea"\\s+\\(${id}\\)\\?`))
  terminal.type('y\r')
  expect(await terminal.exit).toBe(0)
  expect(await json('list', 'mira', 'other', '--status', 'deleted')).toMatchObject({ total: 1 })
})

test('a beginning that two ids have is refused with both of them', async () => {
  const memory = (id: string) => ({ id, content: `text of ${id}` })
  const both = ['11111111-1aaa', '11111111-1bbb']
  const { baseUrl } = await fakeRest(({ method, url }) =>
    method === 'GET' && url.includes('status=superseded')
      ? { body: { memories: both.map(memory), total: 2, limit: 200, offset: 0 } }
      : { body: { memories: [], total: 0, limit: 200, offset: 0 } },
  )
  const words = ['memories', 'edit', ID, 'ada', '11111111', '--content', 'x', '--base-url', baseUrl]
  const { stderr, exitCode } = await parley(words)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(
    '"11111111" matches several memories:\n  11111111-1aaa  text of 11111111-1aaa\n  11111111-1bbb  text of 11111111-1bbb',
  )
})

test.each([
  ['neither a player nor all', ['list', 'mira'], 2, 'Pass one player, or --all-players'],
  ['a player and all', ['list', 'mira', 'ada', '--all-players'], 2, 'Pass one player, or --all-players'],
  ['JSON and another format', ['list', 'mira', 'ada', '--json', '--format', 'csv'], 2, ''],
  ['a kind that is none', ['list', 'mira', 'ada', '--type', 'mood'], 2, 'mood'],
  ['a text too long', ['add', 'mira', 'ada', 'x'.repeat(2001)], 1, 'content: '],
  ['a file that is not there', ['add', 'mira', 'ada', '@nothing.txt'], 2, 'Cannot read the file nothing.txt'],
  ['a change of nothing', ['edit', 'mira', 'ada', 'x'], 2, 'Nothing to change'],
  ['an unknown memory', ['edit', 'mira', 'ada', ID, '--layer', 'ltm'], 1, 'Memory not found'],
  ['a short beginning', ['delete', 'Mira', 'ada', '1', '--yes'], 1, 'Memory not found'],
  ['the beginning of a name, to clear', ['clear', 'Mir', 'ada', '--yes'], 1, 'Did you mean Mira'],
  ['a time that is none', ['timeline', 'mira', 'ada', '--since', 'yesterday'], 1, 'startDate: '],
])('%s is refused', async (_, args, exitCode, message) => {
  const refused = await run(...args)
  expect(refused.exitCode).toBe(exitCode)
  expect(args.includes('--json') ? '' : refused.stdout).toBe('')
  expect(refused.stderr).toContain(message)
})

test.each([['clear'], ['delete']])(
  '%s without a terminal and without --yes exits with 4, and asks the service nothing',
  async (command) => {
    const { baseUrl, requests } = await fakeRest(() => ({ status: 500 }))
    const words = command === 'clear' ? [] : [ID]
    const { stderr, exitCode } = await parley([
      'memories',
      command,
      ID,
      'ada',
      ...words,
      '--base-url',
      baseUrl,
    ])
    expect({ stderr, exitCode }).toEqual({
      stderr: 'Error: This cannot be undone and needs a confirmation.\nAdd --yes.',
      exitCode: 4,
    })
    expect(requests).toEqual([])
  },
)

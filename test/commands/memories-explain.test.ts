import { afterAll, beforeAll, expect, test } from 'vitest'
import { parley } from '../support/commands/cli.js'
import { startMemoryWorld } from '../support/memories/memory-world.js'

let world: Awaited<ReturnType<typeof startMemoryWorld>>
beforeAll(async () => {
  world = await startMemoryWorld()
})
afterAll(() => world.stop())

const run = (...args: string[]) => world.run(...args)
const json = (...args: string[]) => world.json(...args)
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
/** Ids and figures without their values. */
const shape = (text: string) =>
  text
    .replaceAll(UUID, 'ID')
    .replaceAll(/\d\.\d{3}/g, 'N')
    .split('\n')
const idOf = async (player: string, content: string, status = 'active'): Promise<string> => {
  const { memories } = await json('list', 'mira', player, '--status', status)
  return memories.find((one: { content: string }) => one.content === content)?.id
}

test('explain shows how the score of each hit comes about, in eighty columns', async () => {
  const { stdout, stderr, exitCode } = await run('explain', 'mira', 'ada', 'where does her sister live?')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  const lines = shape(stdout)
  expect(lines[0]).toMatch(/^\d candidates; similarity = [\d.]+ × words \+ [\d.]+ × vectors \(hash[-\w]*\)$/)
  expect(lines.slice(1, 6)).toEqual([
    '',
    '1. Her sister Vera lives in Paris and keeps eleven bees that she names after',
    '   winds of the sea',
    '   memory      ID (relationship)',
    expect.stringMatching(/^ {3}score {7}N = similarity N/),
  ])
  expect(stdout).toMatch(/\n2\. Lives in Lyon\n/)
})

test('the figures of explain are those by which the search ranks', async () => {
  const query = 'where does her sister live?'
  const { results } = await json('search', 'mira', 'ada', query)
  const explained = await json('explain', 'mira', 'ada', query)
  const pick = ({ memoryId, similarity }: { memoryId: string; similarity: number }) => ({
    memoryId,
    similarity,
  })
  expect(explained.results.map(pick)).toEqual(results.map(pick))
})

test('--why-not tells what a memory had to beat, and where it falls behind', async () => {
  const id = await idOf('ada', 'Lives in Lyon')
  const words = ['explain', 'mira', 'ada', 'where does her sister live?', '--limit', '1', '--why-not']
  const { stdout } = await run(...words, id.slice(0, 8))
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(shape(stdout)).toEqual(
    expect.arrayContaining([
      'memory       Lives in Lyon (ID)',
      'status       active',
      'verdict      below limit: Others rank higher, and the limit is reached before',
      '             it.',
      'rank         2 of 1 shown',
      expect.stringMatching(/^behind in {4}\w+: N against N$/),
      'had to beat  Her sister Vera lives in Paris and keeps eleven bees that she names',
    ]),
  )
  expect(await json(...words, id)).toMatchObject({ memoryId: id, verdict: 'below_limit', limit: 1 })
})

test('--why-not of a superseded memory names the one that took its place', async () => {
  const old = await idOf('mover', 'Lives in Lyon', 'superseded')
  const now = await idOf('mover', 'Lives in Nice')
  const { stdout } = await run('explain', 'mira', 'mover', 'home', '--why-not', old)
  expect(stdout).toMatch(new RegExp(`^memory +${old}\nstatus +superseded\nsuperseded by +${now}\n`))
  expect(stdout).not.toContain('had to beat')
})

test('history shows each change with its time, by whom and why, before and after', async () => {
  const { id } = await json('add', 'mira', 'told', 'Plays chess')
  await json('edit', 'mira', 'told', id, '--content', 'Plays go')
  const { stdout } = await run('history', 'mira', 'told', id.slice(0, 8))
  const lines = stdout.split('\n')
  expect(lines.filter((line) => !line.startsWith('  '))).toEqual([
    '2030-01-31 09:00:00Z  created by hand',
    '',
    '2030-01-31 09:00:00Z  edited by hand',
  ])
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}content {2,}Plays chess$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}content {2,}Plays chess → Plays go$/))
  expect(await json('history', 'mira', 'told', id)).toMatchObject({
    memoryId: id,
    events: [{ kind: 'created' }, { kind: 'edited', after: { content: 'Plays go' } }],
  })
})

test('history of what was superseded tells which rule did it', async () => {
  const old = await idOf('mover', 'Lives in Lyon', 'superseded')
  const { stdout } = await run('history', 'mira', 'mover', old)
  expect(stdout).toMatch(/superseded by hand\n {2}why +\S/)
  expect(stdout).toMatch(/\n {2}status +active → superseded\n/)
  expect(stdout).toMatch(/\n {2}slot +player home Lyon one\n {2}entities +Lyon place\n/)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('fading shows what happens next, and when; days and a page may be asked for', async () => {
  const { stdout, stderr } = await run('fading', 'mira', 'ada', '--days', '60')
  expect(stderr).toBe('')
  const [titles, ...rows] = stdout.split('\n')
  expect(titles).toBe('ID        NOW   THEN  NEXT     ON          MEMORY')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    expect(row).toMatch(/^[\da-f]{8} {2}[01]\.\d\d {2}0\.\d\d {2}(decayed|demoted) {2}2030-0[2-4]-\d\d {2}\S/)
    expect(row.length).toBeLessThanOrEqual(80)
  }
  const page = await run('fading', 'mira', 'ada', '--days', '60', '--limit', '1')
  expect(page.stderr).toBe(`1 of ${rows.length}; continue with --offset 1`)
  expect((await run('fading', 'mira', 'ada', '--days', '0')).stderr).toBe('Nothing fades within 0 days')
})

test('undo tells first what would change, then brings the memory back', async () => {
  const old = await idOf('mover', 'Lives in Lyon', 'superseded')
  const told = await run('undo', 'mira', 'mover', old.slice(0, 8), '--dry-run')
  expect(shape(told.stdout)).toEqual([
    'would be restored  Lives in Lyon (ID)',
    'would be retired   Lives in Nice (ID)',
    'core fact          home: Nice → Lyon',
  ])
  expect(await idOf('mover', 'Lives in Nice')).toBeDefined()
  const done = await run('undo', 'mira', 'mover', old.slice(0, 8))
  expect(shape(done.stdout)).toEqual([
    'restored   Lives in Lyon (ID)',
    'retired    Lives in Nice (ID)',
    'core fact  home: Nice → Lyon',
  ])
  expect((await json('facts', 'mira', 'mover')).coreFacts).toMatchObject([{ factValue: 'Lyon' }])
  expect(await run('undo', 'mira', 'mover', old)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('not superseded'),
  })
})

test('--as-of lists what was remembered at a time', async () => {
  const then = await json('list', 'mira', 'mover', '--as-of', '2030-01-01T12:00:00Z')
  expect(then).toMatchObject({ total: 1, memories: [{ content: 'Lives in Lyon', status: 'active' }] })
  const { stdout } = await run('list', 'mira', 'mover', '--as-of', '2030-01-02T12:00:00Z')
  expect(stdout.split('\n')).toEqual([expect.any(String), expect.stringMatching(/ Lives in Nice$/)])
})

test('prompt shows what the model was told of memories, word for word, and where each comes from', async () => {
  const chat = await parley(['chat', 'mira', '--player-id', 'ada', '--message', 'Where do I live?'], {
    env: world.env,
  })
  expect(chat.exitCode).toBe(0)
  const { stdout, stderr } = await run('prompt', 'mira', 'ada')
  expect(stderr).toBe('')
  const short = (await idOf('ada', 'Lives in Lyon')).slice(0, 8)
  const { messageId, block } = await json('prompt', 'mira', 'ada')
  expect(block).toContain('\nhome: Lyon\n')
  const [heading, table = '', ...rest] = stdout.split('\n\n')
  expect(heading).toMatch(new RegExp(`^Message ${messageId}  2030-01-31 09:00:\\d\\dZ$`))
  expect(table).toMatch(new RegExp(`^KIND +FROM +TEXT\nfact +${short} +home: Lyon\n`))
  expect(rest.join('\n\n')).toBe(block)
  expect(await run('prompt', 'mira', 'ada', '1')).toMatchObject({
    stdout: expect.stringMatching(/^Message 1\b/),
    stderr: 'No model was used in this turn, or all memories were deleted since then',
    exitCode: 0,
  })
  expect(await run('prompt', 'mira', 'nobody')).toMatchObject({
    stderr: 'Error: There are no messages yet',
    exitCode: 1,
  })
})

test('an outside service is asked for none of this without an ID token', async () => {
  const words = ['fading', 'mira', 'ada', '--base-url', 'http://203.0.113.1:1']
  // The character is looked up before, by its id, so that nothing is sent.
  const id = '11111111-1111-4111-8111-111111111111'
  expect(await run(...words.map((word) => (word === 'mira' ? id : word)))).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('This command needs the ID token of an account.'),
  })
})

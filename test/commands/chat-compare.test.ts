import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/create-client.js'
import { listMemories } from '../../src/contract/memories.js'
import { jsonLines, parley, scratchFolder } from '../support/commands/cli.js'
import { givenMira, leftOn, nothingBut } from '../support/commands/comparison.js'
import { answerWith, refuseWith, startModelServer } from '../support/providers/model-server.js'
import { openAi } from '../support/providers/openai-server.js'
import { idTokenOf, rest } from '../support/servers/test-server.js'

type Line = {
  event: string
  side?: string
  reply?: string
  error?: string | null
  character_id?: string
  player_id?: string
  trace?: { model: string; tokens: { request: number } } | null
}

const linesOf = (stdout: string) => jsonLines(stdout) as Line[]
const turnsOf = (stdout: string) => linesOf(stdout).filter(({ event }) => event === 'turn')

test('each message goes to the character and to the copy, and nothing is left of it', async () => {
  const { server, id, cwd, env } = await givenMira()
  const args = ['chat', 'Mira', '--against', 'grumpy.yaml']
  const { stdout, stderr, exitCode } = await parley(args, {
    cwd,
    env,
    input: 'Who are you?\n\nMy name is Grace and I live in Lyon.\nWave to me\n',
  })
  expect(stdout).toContain('a> I am Mira, keeper of the lamp.\n')
  expect(stdout).toContain('b> I am Mira, keeper of the inn.\n')
  expect(stdout).toContain('\na> * wave\n')
  expect(stdout).toContain('\nb> * wave\n')
  expect(stdout).toMatch(/^a {5}3 {8}0 .* stub$/m)
  expect(stderr).toBe(
    'Comparing Mira (a) with grumpy.yaml (b), as a new player. The player and the\ncopy are deleted at the end.',
  )
  expect(exitCode).toBe(0)
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('--json prints a line for each session and reply, with the side; the player leaves no memories', async () => {
  const { server, id, cwd, env } = await givenMira()
  const args = [
    'chat',
    'Mira',
    '--against',
    'grumpy.yaml',
    '--json',
    '-m',
    'My name is Grace. I live in Lyon.',
  ]
  const { stdout, exitCode } = await parley(args, { cwd, env })
  const lines = linesOf(stdout)
  expect(lines.map(({ event, side }) => [event, side])).toEqual([
    ['session', 'a'],
    ['session', 'b'],
    ['comparison', undefined],
    ['turn', 'a'],
    ['turn', 'b'],
    ['summary', undefined],
  ])
  const [a, b] = lines
  expect(a).toMatchObject({ character_id: id, player_id: b?.player_id })
  expect(a?.character_id).not.toBe(b?.character_id)
  for (const { trace, reply, error } of turnsOf(stdout)) {
    expect({ error, model: trace?.model }).toEqual({ error: null, model: 'stub' })
    expect(reply).not.toBe('')
    expect(trace?.tokens.request).toBeGreaterThan(0)
  }
  expect(exitCode).toBe(0)
  const params = { characterId: id, playerId: String(a?.player_id) }
  expect((await createClient(server.ready).call(listMemories, { params, query: {} })).total).toBe(0)
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('another model answers on a server of its own, which knows the documents and is gone at the end', async () => {
  const { server, id, cwd, env } = await givenMira()
  const model = await startModelServer([answerWith(...openAi.say('Go ', 'away'), ...openAi.stop())])
  onTestFinished(() => model.close())
  const pdf = new URL('../../fixtures/documents/recipe.pdf', import.meta.url).pathname
  expect(await parley(['documents', 'add', id, pdf, '--wait'], { cwd, env })).toMatchObject({ exitCode: 0 })
  const TMPDIR = scratchFolder()
  const args = ['chat', 'Mira', '--against-llm', `${model.url}/v1#tiny`, '--json', '-m', 'Who are you?']
  const { stdout, exitCode } = await parley(args, { cwd, env: { ...env, TMPDIR } })
  expect(exitCode).toBe(0)
  const [a, b] = turnsOf(stdout)
  expect([a?.trace?.model, b?.trace?.model, b?.reply]).toEqual(['stub', 'tiny', 'Go away'])
  expect(model.asked).toHaveLength(1)
  const asked = JSON.stringify(model.asked[0]?.body)
  expect(asked).toContain('Warm and calm.')
  expect(asked).toContain('<document name=\\"')
  expect(await readdir(TMPDIR)).toEqual([])
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('a side that fails says why, the other goes on, and the command fails at the end', async () => {
  const { server, id, cwd, env } = await givenMira()
  const model = await startModelServer([
    refuseWith(500, { error: { message: 'out of order' } }),
    answerWith(...openAi.say('Again'), ...openAi.stop()),
  ])
  onTestFinished(() => model.close())
  const { stdout, stderr, exitCode } = await parley(['chat', 'Mira', '--against-llm', `${model.url}#m`], {
    cwd,
    env,
    input: 'Who are you?\nWho are you?',
  })
  expect(stdout).toMatch(
    /^a> I am Mira.*\nb> \(The language model failed: 127\.0\.0\.1:\d+ .*: out of order\)\na> .*\nb> Again\n/,
  )
  expect(stderr).toMatch(/\nError: A reply failed \(b\): /)
  expect(stderr.replace(/\s+/g, ' ')).toContain(`\`parley models --llm ${model.url}#m\` asks its provider.`)
  expect(exitCode).toBe(1)
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('the server of a model is asked what it has when none is named, as by `serve --llm`', async () => {
  const { cwd, env } = await givenMira()
  const list = refuseWith(200, { data: [{ id: 'tiny' }] })
  const model = await startModelServer([answerWith(...openAi.say('Hm'), ...openAi.stop())], list)
  onTestFinished(() => model.close())
  const args = ['chat', 'Mira', '--against-llm', `${model.url}/v1`, '--json', '-m', 'Who are you?']
  const { stdout } = await parley(args, { cwd, env })
  const [, b] = turnsOf(stdout)
  expect({ model: b?.trace?.model, reply: b?.reply }).toEqual({ model: 'tiny', reply: 'Hm' })
})

test('a copy with other fields can have another model, too', async () => {
  const { cwd, env } = await givenMira()
  const args = ['chat', 'Mira', '--against', 'grumpy.yaml', '--against-llm', 'stub', '-m', 'Who are you?']
  const { stdout } = await parley(args, { cwd, env })
  expect(stdout).toContain('b> I am Mira, keeper of the inn.')
})

test('a file that changes nothing is said to', async () => {
  const { cwd, env } = await givenMira()
  await writeFile(join(cwd, 'same.yaml'), 'tagline: Keeper of the lamp')
  const { stderr, exitCode } = await parley(['chat', 'Mira', '--against', 'same.yaml', '-m', 'Hi'], {
    cwd,
    env,
  })
  expect(stderr).toMatch(/^same.yaml changes nothing: both sides are the same, and differ by chance only.\n/)
  expect(exitCode).toBe(0)
})

test('a script is said to both, and the report is one file that holds what differs', async () => {
  const { server, id, cwd, env } = await givenMira()
  await writeFile(
    join(cwd, 'talk.yaml'),
    'title: First visit\nmessages: [Who are you?, "Say </script><b>hi\\e[31m"]',
  )
  const args = ['chat', 'Mira', '--against', 'grumpy.yaml', '--script', 'talk.yaml']
  const { stdout, exitCode } = await parley(args, { cwd, env })
  expect(stdout).toMatch(/\nWrote talk-comparison.html$/)
  expect(exitCode).toBe(0)
  const html = await readFile(join(cwd, 'talk-comparison.html'), 'utf8')
  const [, data = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    character: 'Mira',
    script: 'First visit',
    isComplete: true,
    sides: [
      { title: 'Mira', model: 'stub', replies: 2 },
      { title: 'grumpy.yaml', model: 'stub', replies: 2 },
    ],
    fields: [{ field: 'tagline' }, { field: 'personality' }],
    messages: [
      {
        input: 'Who are you?',
        isSame: false,
        b: { text: expect.arrayContaining([{ text: 'inn', isMarked: true }]) },
      },
      { input: 'Say </script><b>hi\\u001b[31m' },
    ],
  })
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

const AGAINST = ['--against', 'grumpy.yaml']
const FIELDS = 'For example: persona: { personality: Grumpy }'

test.each([
  ['no file', ['--against', 'none.yaml'], 'Cannot read the file none.yaml: there is no such file'],
  [
    'an unknown field',
    ['--against', 'typo.yaml'],
    'typo.yaml has invalid fields:\n  persona.persnality: the service does not know it; did you mean personality?',
  ],
  [
    'a file without fields',
    ['--against', 'empty.yaml'],
    `empty.yaml names no field of a character\n${FIELDS}`,
  ],
  [
    'a file that is too large',
    ['--against', 'large.yaml'],
    'Cannot read the file large.yaml: it is larger than 8 MiB',
  ],
  [
    'a model that is none',
    ['--against-llm', 'gpt'],
    '--against-llm gpt: there is no provider gpt.\nThese can: ollama:MODEL, openai:MODEL, anthropic:MODEL, google:MODEL, http://127.0.0.1:8080/v1#MODEL or stub.',
  ],
  [
    'a model without its key',
    ['--against-llm', 'openai:m'],
    '--against-llm openai:m: openai needs an API key, and OPENAI_API_KEY is not set in the environment.\nSet OPENAI_API_KEY.',
  ],
  [
    'an empty script',
    [...AGAINST, '--script', 'no-talk.yaml'],
    'no-talk.yaml: messages is missing.\nFor example: messages: [Who are you?, What can you do?]',
  ],
  [
    'a script without messages',
    [...AGAINST, '--script', 'silent.yaml'],
    'silent.yaml:1: messages must be a list of 1 to 500 messages.\nFor example: messages: [Who are you?, What can you do?]',
  ],
  [
    'a script with a blank message',
    [...AGAINST, '--script', 'blank.yaml'],
    'blank.yaml:1: messages[1] must be a text of 1 to 4000 characters.\nFor example: messages: [Who are you?, What can you do?]',
  ],
  [
    'a report that cannot be written',
    [...AGAINST, '--script', 'talk.yaml', '--html', 'no/where.html'],
    'Cannot write no/where.html: its folder does not exist or cannot be written to',
  ],
  [
    'a report on standard output',
    [...AGAINST, '--script', 'talk.yaml', '--html', '-'],
    'Standard output is used for the replies\nName a file with --html.',
  ],
  [
    'a script without another side',
    ['--script', 'talk.yaml'],
    '--script is for comparisons\nSay what to compare with, by --against FILE or --against-llm MODEL.',
  ],
  ['a report without a script', [...AGAINST, '--html', 'x.html'], '--html is for the report of --script'],
  [
    'a script and a message',
    [...AGAINST, '--script', 'talk.yaml', '-m', 'x'],
    '--script and --message both say what is said',
  ],
  ['speech', [...AGAINST, '--voice'], 'A comparison is in writing, --voice sends speech'],
  [
    'a transcript',
    [...AGAINST, '--transcript', 'x.txt'],
    '--transcript is for one conversation\n--script writes a report of both.',
  ],
  [
    'a player',
    [...AGAINST, '--player-id', 'ada'],
    'A comparison has a new player of its own, which is deleted at the end',
  ],
  [
    'a new player with an id',
    ['--fresh', '--player-id', 'ada'],
    '--fresh makes a player of its own, --player-id names one',
  ],
])('%s is wrong usage, and nothing is created', async (_, args, message) => {
  const { server, id, cwd, env } = await givenMira()
  const files = {
    'typo.yaml': 'persona: { persnality: x }',
    'empty.yaml': '{}',
    'large.yaml': `tagline: ${'x'.repeat(8 * 2 ** 20)}`,
    'no-talk.yaml': '',
    'silent.yaml': 'messages: []',
    'blank.yaml': 'messages: [Hi, " "]',
    'talk.yaml': 'messages: [Hi]',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  expect(await parley(['chat', 'Mira', ...args], { cwd, env })).toEqual({
    stdout: '',
    stderr: `Error: ${message}`,
    exitCode: 2,
  })
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('values that the service refuses are named, and nothing is created', async () => {
  const { server, id, cwd, env } = await givenMira()
  await writeFile(join(cwd, 'hot.yaml'), 'llm: { temperature: 9 }')
  const outcome = await parley(['chat', 'Mira', '--against', 'hot.yaml', '-m', 'Hi'], { cwd, env })
  expect(outcome).toMatchObject({ stdout: '', exitCode: 1 })
  expect(outcome.stderr).toMatch(/^Error: The service rejected the input:\n {2}llm.temperature: /)
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('a character of another account cannot be compared', async () => {
  const { server, id, cwd, env } = await givenMira()
  const authorization = `Bearer ${await idTokenOf(server, 'bo@example.org')}`
  const created = await fetch(`${server.ready.baseUrl}/api/control/v1/keys`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'of Bo' }),
  })
  const { key } = (await created.json()) as { key: string }
  const outcome = await parley(['chat', id, ...AGAINST, '-m', 'Hi'], {
    cwd,
    env: { ...env, PARLEY_API_KEY: key },
  })
  expect(outcome).toEqual({ stdout: '', stderr: 'Error: Character not found', exitCode: 1 })
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('a name means the original while its copy exists', async () => {
  const { server, id, cwd, env } = await givenMira()
  const copy = { persona: { name: 'Mira' }, avatar: 'parley:throw-away-copy' }
  await rest(server, 'POST', '/api/v1/characters', copy)
  const { stdout } = await parley(['characters', 'get', 'Mira', '--json'], { cwd, env })
  expect(JSON.parse(stdout)).toMatchObject({ id })
})

test('--fresh talks as a new player each time, who stays, and says how to go on and how to delete them', async () => {
  const { server, id, cwd, env } = await givenMira()
  const talk = () =>
    parley(['chat', 'Mira', '--fresh', '-m', 'Hi'], { cwd, env: { ...env, PARLEY_PLAYER_ID: 'ada' } })
  const [first, second] = [await talk(), await talk()]
  const [, playerId = ''] = /new player (fresh-[0-9a-f]{8})\./.exec(first.stderr) ?? []
  expect(first.stderr).toBe(`You are the new player ${playerId}. To go on later, or to delete the player:
  parley chat Mira --player-id ${playerId}
  parley players delete ${id} ${playerId}`)
  const { players } = await leftOn(server, id)
  expect(players).toHaveLength(2)
  expect(players).toContain(playerId)
  expect(second.stderr).not.toContain(playerId)
  await parley(['players', 'delete', id, playerId, '--yes'], { cwd, env })
  expect((await leftOn(server, id)).players).toHaveLength(1)
})

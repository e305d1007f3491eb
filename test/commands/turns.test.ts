import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { toPcm16 } from '../../src/audio/pcm.js'
import { writeWav } from '../../src/audio/wav.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { folderOfPrograms } from '../support/commands/programs.js'
import { answerWith, refuseWith, startModelServer } from '../support/providers/model-server.js'
import { openAi } from '../support/providers/openai-server.js'
import { environmentOf } from '../support/servers/knowledge-server.js'
import { createTestServer, rest, startTestServer } from '../support/servers/test-server.js'
import { speakAsStub } from '../support/speech/stub-speech.js'

const CLOCK = '2030-01-31T09:00:00.000Z'
const wave = { name: 'wave', description: 'Waves a hand', parameters: [{ name: 'hand' }] }

let server: RunningServer
let characterId: string
beforeAll(async () => {
  server = await createTestServer({ clock: CLOCK, logLevel: 'silent', pace: 'instant' })
  characterId = await createCharacter(server, { persona: { name: 'Mira', background: 'The lamp is red.' } })
  await createCharacter(server, { persona: { name: 'Bram', background: 'I like rain.' } })
  await rest(server, 'POST', `/api/v1/characters/${characterId}/players/ada/memories`, {
    content: 'The player likes green tea',
    memoryType: 'preference',
  })
})
afterAll(() => server.stop())

async function createCharacter(at: RunningServer, more: object): Promise<string> {
  const made = await rest(at, 'POST', '/api/v1/characters', {
    actions: [wave],
    text_only: false,
    ...more,
  })
  return (made.body as { id: string }).id
}

const run = (...args: string[]) => parley(args, { env: environmentOf(server) })
const say = (player: string, message: string) =>
  run('chat', 'Mira', '--player-id', player, '--message', message)
const showJson = async (...args: string[]) =>
  JSON.parse((await run('turns', 'show', 'last', '--json', ...args)).stdout)

/** Memories are made in the background, after the end of the chat. */
const untilRead = (player: string) =>
  expect
    .poll(async () => (await showJson('--player-id', player)).remembered.isRead, { timeout: 30_000 })
    .toBe(true)

test('a turn is explained: input, prompt, memories, actions, reply, times', async () => {
  const { stdout: reply } = await say('ada', 'Shall I make some tea?')
  await untilRead('ada')
  const { stdout, stderr, exitCode } = await run('turns', 'show', 'last', '--player-id', 'ada')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  const sections = stdout.split('\n\n')
  expect(sections[0]).toMatch(/^turn {7}[0-9a-f-]{36}\nmessages {3}\d+, \d+\n/)
  expect(sections[0]).toContain(`character  Mira (${characterId})`)
  expect(sections[0]).toContain('cost       none: the stub costs nothing')
  expect(sections[1]).toBe('INPUT\n  Shall I make some tea?')
  expect(sections[2]).toMatch(
    /^PROMPT\n {2}persona +\d+ {2}name, background, llm_verbosity, verbose, actions\n/,
  )
  expect(sections[2]).toMatch(/\n {2}memory +\d+ {2}1 lines?: memories\n/)
  expect(sections[2]).toMatch(/\n {2}input +6 {2}what the player typed\n {2}tools +\d+ {2}wave/)
  expect(sections[3]).toMatch(
    /^MEMORIES\n {2}\d\.\d\d {2}2030-01-31: The player likes green tea\n {8}memory [0-9a-f]{8}, by the question:\n? +similarity/,
  )
  expect(sections[4]).toBe('PASSAGES\n  (the character has no documents)')
  expect(sections[5]).toBe('ACTIONS\n  wave(hand): Waves a hand')
  expect(sections[6]?.replaceAll('\n  ', ' ')).toBe(`REPLY ${reply}`)
  expect(sections[7]).toMatch(/^TIME\n {2}context +[\d.]+ m?s .*█/)
  expect(sections[7]).toMatch(/first text [\d.]+ m?s after the start$/)
  expect(sections[8]).toBe('REMEMBERED\n  (nothing)')
})

test('what was remembered of a turn is shown once it is there', async () => {
  await say('eve', 'My name is Eve and I live in Lyon.')
  await untilRead('eve')
  const { stdout } = await run('turns', 'show', 'last', '--player-id', 'eve')
  expect(stdout).toMatch(/\nREMEMBERED(\n {2}[0-9a-f]{8} {2}.*)*Lyon \(fact\)/)
})

test('a turn is found by its id, the beginning of it, and the ids of its messages', async () => {
  await say('bob', 'Hello')
  const { messageId, playerMessageId, replyMessageId } = await showJson('--player-id', 'bob')
  for (const word of [messageId, messageId.slice(0, 8), String(playerMessageId), String(replyMessageId)]) {
    const { stdout, exitCode } = await run('turns', 'show', word, '--json')
    expect([word, exitCode, JSON.parse(stdout).messageId]).toEqual([word, 0, messageId])
  }
})

test('the list has the newest first, and can be of one character or one player', async () => {
  await say('cat', 'One')
  await say('cat', 'Two')
  const { stdout, exitCode } = await run('turns', 'list', '--player-id', 'cat')
  expect(exitCode).toBe(0)
  const [head, ...rows] = stdout.split('\n')
  expect(head).toMatch(/^TURN +TIME +CHARACTER +PLAYER +KIND +FIRST +SAID$/)
  expect(rows.map((row) => row.split(/ {2,}/).at(-1))).toEqual(['Two', 'One'])
  const { stdout: json } = await run('turns', 'list', '--player-id', 'cat', '--limit', '1', '--json')
  expect(JSON.parse(json)).toMatchObject({ turns: [{ preview: { input: 'Two' }, characterName: 'Mira' }] })
  expect(await run('turns', 'list', '--character', 'Bram', '--player-id', 'cat')).toEqual({
    stdout: '',
    stderr: 'No turns since the start of the server',
    exitCode: 0,
  })
})

test('a spoken turn tells how its end was found, and when its audio came', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'in.wav'), writeWav(48_000, toPcm16(speakAsStub('Who are you?', 48_000))))
  const talk = ['chat', 'Mira', '--player-id', 'voice', '--voice', '--in', 'in.wav', '--out', 'out.wav']
  expect(await parley(talk, { cwd, env: environmentOf(server) })).toMatchObject({ exitCode: 0 })
  const { stdout, exitCode } = await run('turns', 'show', 'last', '--player-id', 'voice')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('\nkind       spoken\n')
  expect(stdout).toContain('\nINPUT\n  Who are you?\n')
  for (const stage of ['end of speech', 'context', 'model writes', 'first audio', 'more audio', 'storing'])
    expect(stdout).toMatch(new RegExp(`\\n {2}${stage} +[\\d.]+ m?s .*█`))
  expect(stdout).toMatch(/\n {2}first audio [\d.]+ m?s after the end of speech \(silence\)\n/)
})

test('the turns of an encounter are there, by the number of the line, too', async () => {
  const scene = ['--prompt', 'They meet', '--max-turns', '2', '--watch']
  expect((await run('encounter', 'start', 'Mira', 'Bram', ...scene)).exitCode).toBe(0)
  const { stdout } = await run('turns', 'list', '--limit', '2')
  const second = /^([0-9a-f]{8}\/1) .* encounter /m.exec(stdout)?.[1] ?? ''
  const shown = await run('turns', 'show', second)
  expect(shown.exitCode).toBe(0)
  expect(shown.stdout).toMatch(/\n {2}scene +\d+ {2}encounter\n/)
  expect(shown.stdout).toContain('the line of the other character')
  expect(shown.stdout).toContain('REMEMBERED\n  (memories of an encounter are made')
})

test('a turn by a share is there', async () => {
  const share = JSON.parse((await run('share', 'create', 'Mira', '--permanent', '--json')).stdout)
  const opened = JSON.parse((await run('share', 'open', share.token, '--json')).stdout)
  const { baseUrl } = server.ready
  const guest = await parley(
    [
      'chat',
      characterId,
      '--player-id',
      'guest',
      '--message',
      'I am a guest',
      '--api-key',
      opened.sessionToken,
    ],
    { env: { PARLEY_BASE_URL: baseUrl } },
  )
  expect(guest).toMatchObject({ stderr: '', exitCode: 0 })
  const { stdout } = await run('turns', 'list', '--limit', '1', '--json')
  const { turns } = JSON.parse(stdout)
  expect(turns).toMatchObject([{ preview: { input: 'I am a guest' }, state: 'completed' }])
  expect((await run('turns', 'show', turns[0].messageId)).stdout).toContain('\nINPUT\n  I am a guest\n')
})

test('a scripted line has no prompt, and no request', async () => {
  await run('say', 'Mira', 'Welcome!', '--out', join(scratchFolder(), 'line.wav'))
  const { stdout } = await run('turns', 'show')
  expect(stdout).toContain('\nkind       a scripted line\n')
  expect(stdout).not.toContain('PROMPT')
  for (const flag of ['--raw', '--curl'])
    expect(await run('turns', 'show', flag)).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('No model was asked in this turn.'),
      exitCode: 1,
    })
  expect((await run('turns', 'show', '--prompt')).stdout).toBe('(No model was asked in this turn)')
})

test('--prompt prints every block word for word', async () => {
  await say('ada', 'Shall I make some tea?')
  const { stdout } = await run('turns', 'show', 'last', '--player-id', 'ada', '--prompt')
  expect(stdout).toMatch(/^PERSONA {2}\d+ tokens\nYou are Mira\./)
  expect(stdout).toMatch(/\n\nMEMORY {2}\d+ tokens\nYou remember this player from before\./)
  expect(stdout).toMatch(/\n\nPLAYER {2}6 tokens\nShall I make some tea\?\n\nTOOL/)
})

test('of the stub --raw shows what it was given, and --curl says that nothing was sent', async () => {
  await say('raw', 'Hello')
  const { stdout, stderr, exitCode } = await run('turns', 'show', 'last', '--player-id', 'raw', '--raw')
  expect(exitCode).toBe(0)
  expect(stderr).toBe('The stub answers inside the server: nothing was sent. This is what it was given.')
  expect(JSON.parse(stdout)).toMatchObject({ system: expect.stringContaining('You are Mira') })
  expect(await run('turns', 'show', 'last', '--player-id', 'raw', '--curl', '--json')).toMatchObject({
    stdout: expect.stringContaining('"code":"no_request"'),
    stderr: '',
    exitCode: 1,
  })
})

const SECRET = 'sk-a-secret-that-nobody-may-see'

test('--raw and --curl show the request to the provider; curl sends the same, the key from a variable', async () => {
  const provider = await startModelServer([answerWith(...openAi.say("I'm here."), ...openAi.stop())])
  onTestFinished(provider.close)
  const folder = scratchFolder()
  await writeFile(join(folder, 'key'), SECRET)
  const config = join(folder, 'parley.json')
  const local = {
    kind: 'openai-compatible',
    baseUrl: `${provider.url}/v1`,
    model: 'm',
    apiKeyFile: 'key',
    headers: { 'X-Org': SECRET },
  }
  await writeFile(config, JSON.stringify({ llm: { default: 'local', providers: { local } } }))
  const own = await startTestServer({ configFile: config })
  await createCharacter(own, { persona: { name: 'Mira' } })
  const env = environmentOf(own)
  const hostile = `It's "$HOME" \`id\` \\ $LOCAL_API_KEY\nJSON\n`
  expect(await parley(['chat', 'Mira', '--message', hostile], { env })).toMatchObject({ stdout: "I'm here." })

  const raw = JSON.parse((await parley(['turns', 'show', '--raw'], { env })).stdout)
  expect(raw).toMatchObject({
    method: 'POST',
    url: `${provider.url}/v1/chat/completions`,
    headers: { authorization: 'Bearer $LOCAL_API_KEY', 'x-org': '$LOCAL_X_ORG' },
  })
  expect(raw.body).toEqual(provider.asked[0]?.body)
  const { stdout: curl } = await parley(['turns', 'show', '--curl'], { env })
  expect(curl).not.toContain(SECRET)
  expect(curl).toContain(`--header 'authorization: Bearer '"$LOCAL_API_KEY"`)
  const shown = await parley(['turns', 'show'], { env })
  expect(shown.stdout).toContain('model      local: m')
  expect(shown.stdout).not.toContain(SECRET)

  const { words, body } = await runInShell(curl, { LOCAL_API_KEY: 'other key', LOCAL_X_ORG: '$HOME' })
  expect(words).toEqual(
    expect.arrayContaining([
      `${provider.url}/v1/chat/completions`,
      'authorization: Bearer other key',
      'x-org: $HOME',
    ]),
  )
  expect(JSON.parse(body)).toEqual(provider.asked[0]?.body)
})

const KEEP_INPUT = `: > $FOLDER/words; for word in "$@"; do printf '%s\n' "$word" >> $FOLDER/words; done; /bin/cat > $FOLDER/body`

/** Runs a line of the shell with a `curl` that keeps its arguments and its input. */
async function runInShell(line: string, variables: Readonly<Record<string, string>>) {
  const PATH = await folderOfPrograms({ curl: KEEP_INPUT })
  await execa('/bin/sh', ['-c', line], { env: { PATH, ...variables }, extendEnv: false })
  const read = (name: string) => readFile(join(PATH, name), 'utf8')
  return { words: (await read('words')).trimEnd().split('\n'), body: await read('body') }
}

test('the trace of a turn whose model failed says so', async () => {
  const provider = await startModelServer([refuseWith(500, 'no')])
  onTestFinished(provider.close)
  const config = join(scratchFolder(), 'parley.json')
  const local = { kind: 'openai-compatible', baseUrl: `${provider.url}/v1`, model: 'm' }
  await writeFile(config, JSON.stringify({ llm: { default: 'local', providers: { local } } }))
  const own = await startTestServer({ configFile: config })
  await createCharacter(own, { persona: { name: 'Mira' } })
  const env = environmentOf(own)
  await parley(['chat', 'Mira', '--message', 'Hello'], { env })
  const { stdout } = await parley(['turns', 'show'], { env })
  expect(stdout).toMatch(/\nstate {6}failed: /)
  expect((await parley(['turns', 'list'], { env })).stdout).toMatch(/ failed /)
})

test('before the first turn there is nothing to show', async () => {
  const own = await startTestServer()
  const env = environmentOf(own)
  expect(await parley(['turns', 'list', '--json'], { env })).toMatchObject({
    stdout: '{\n  "turns": []\n}',
    exitCode: 0,
  })
  expect(await parley(['turns', 'show'], { env })).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^Error: There were no turns since the start of the server\n/),
    exitCode: 1,
  })
})

test('a turn that is not there, or no longer, is told apart', async () => {
  await say('ada', 'Hello')
  expect(await run('turns', 'show', 'nobody')).toMatchObject({
    stderr: expect.stringMatching(/^Error: There is no turn nobody\nThe server keeps its newest 1000 turns/),
    exitCode: 1,
  })
  expect((await run('turns', 'show', '999999999')).stderr).toContain('There is no turn 999999999')
  expect((await run('turns', 'show', 'last', '--player-id', 'ghost')).stderr).toContain('No turn of these')
})

test('who is not staff is told why turns are not shown', async () => {
  const refused = await run('turns', 'list', '--email', 'guest@example.org')
  expect(refused).toMatchObject({ stdout: '', exitCode: 4 })
  expect(refused.stderr).toContain('refuses: Staff only')
  expect(refused.stderr).toContain('only staff of a local server may read it')
  const remote = await parley(['turns', 'show', '--base-url', 'https://service.invalid', '--api-key', 'k'])
  expect(remote).toMatchObject({ stdout: '', exitCode: 4 })
  expect(remote.stderr).toMatch(/^Error: The service at https:\/\/service\.invalid does not show its turns\n/)
})

test('what cannot be meant together is refused', async () => {
  expect((await run('turns', 'show', '--raw', '--curl')).exitCode).toBe(2)
  expect((await run('turns', 'list', '--limit', '0')).exitCode).toBe(2)
  expect((await run('turns', 'list', '--limit', '1001')).exitCode).toBe(2)
})

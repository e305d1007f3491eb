import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { bin, cleanEnv, jsonLines, parley, scratchFolder } from '../support/commands/cli.js'
import { givenMira, leftOn, nothingBut } from '../support/commands/comparison.js'
import { fakeRealtime, welcome } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'

/** The command `chat` as a process, whose input stays open; `said` resolves when it has written this event. */
function running(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
) {
  const child = execa(process.execPath, [bin, 'chat', ...args], {
    cwd: options.cwd,
    env: cleanEnv(options.env),
    extendEnv: false,
    reject: false,
    stdin: 'pipe',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
    for (const look of watchers) look()
  })
  const said = (event: string) =>
    new Promise<void>((resolve) => {
      const look = () => void (out.includes(`"event":"${event}"`) && resolve())
      watchers.add(look)
      look()
    })
  return { child, said }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s between two messages ends it, and nothing is left on the server',
  async (signal, exitCode) => {
    const { server, id, cwd, env } = await givenMira()
    const { child, said } = running(['Mira', '--against', 'grumpy.yaml', '--json'], { cwd, env })
    child.stdin.write('Who are you?\n')
    await said('turn')
    expect((await leftOn(server, id)).characters).toHaveLength(2)
    child.kill(signal)
    const outcome = await child
    expect([outcome.exitCode, outcome.stderr]).toEqual([exitCode, ''])
    expect(await leftOn(server, id)).toEqual(nothingBut(id))
  },
)

test('Ctrl-C in the middle of the replies stops both, and nothing is left', async () => {
  const { server, id, cwd, env } = await givenMira({ pace: 'natural' })
  const { child, said } = running(['Mira', '--against', 'grumpy.yaml', '--json'], { cwd, env })
  await said('comparison')
  child.stdin.write('Who are you?\n')
  // The first reply has begun when its conversation is there.
  while ((await leftOn(server, id)).players.length === 0);
  child.kill('SIGINT')
  expect((await child).exitCode).toBe(130)
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('a reader of the output who leaves ends it, and nothing is left', async () => {
  const { server, id, cwd, env } = await givenMira()
  const { child, said } = running(['Mira', '--against', 'grumpy.yaml', '--json'], { cwd, env })
  child.stdin.write('Who are you?\n')
  await said('turn')
  child.stdout.destroy()
  child.stdin.write('Who are you?\nWho are you?\n')
  await child
  expect(await leftOn(server, id)).toEqual(nothingBut(id))
})

test('a server that dies in the middle ends only its own side; what is left there is named', async () => {
  const { baseUrl, sockets, io } = await fakeRealtime(
    (socket) => {
      welcome(socket)
      let count = 0
      socket.on('text', () => {
        count += 1
        if (count === 2) return void io.close()
        return socket.emit('bot_response', { message_id: `m${count}`, text: 'Hello', is_final: true })
      })
    },
    ({ method, url }) => {
      const isMissing = method === 'DELETE' || url.includes('/control/')
      if (isMissing) return { status: 404, body: { detail: 'Not found' } }
      return { body: url.includes('/documents') ? { documents: [] } : { id: ID, name: 'Mira', actions: [] } }
    },
  )
  const { stdout, stderr, exitCode } = await parley(['chat', ID, '--against-llm', 'stub', '--json'], {
    cwd: scratchFolder(),
    env: { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: 'svc_k' },
    input: 'one\ntwo\nthree\n',
  })
  const turns = (jsonLines(stdout) as { event: string; side: string; error: string | null }[]).filter(
    ({ event }) => event === 'turn',
  )
  expect(turns.map(({ side, error }) => [side, error])).toEqual([
    ['a', null],
    ['b', null],
    ['a', 'The connection to the server is lost'],
    ['b', null],
    ['a', 'The connection to the server is lost'],
    ['b', null],
  ])
  expect(sockets).toHaveLength(1)
  const player = /compare-[0-9a-f]{8}/.exec(stdout)?.[0]
  expect(stderr).toBe(
    `Warning: the player ${player} is left; \`parley players delete ${ID} ${player}\` deletes it (No server answers at ${baseUrl})`,
  )
  expect(jsonLines(stdout).at(-1)).toMatchObject({
    error: {
      code: 'turn_failed',
      message: '2 replies failed, the last one (a): The connection to the server is lost',
    },
  })
  expect(exitCode).toBe(1)
})

test('when both sides are lost it ends, and says which copy is left', async () => {
  const { server, cwd, env } = await givenMira()
  const { child, said } = running(['Mira', '--against', 'grumpy.yaml', '--json'], { cwd, env })
  child.stdin.write('Who are you?\n')
  await said('turn')
  await server.stop()
  child.stdin.write('Who are you?\nAnd now?\n')
  const { stdout, stderr, exitCode } = await child
  expect(stdout).toContain('2 replies failed, the last one (b): The connection to the server is lost')
  expect(stderr).toMatch(
    /Warning: the copy ([0-9a-f-]{36}) is left; `parley characters delete \1` deletes it \(No server answers/,
  )
  expect(exitCode).toBe(1)
})

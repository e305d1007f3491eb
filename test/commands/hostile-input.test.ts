import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { isFull } from '../support/rounds.js'

const NESTED = '['.repeat(6 * 2 ** 20)
const CYCLE = 'name: &me [*me]\n'
const BOMB = `a: &a [${'x, '.repeat(9)}x]\n${[...'bcdefghi'].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[n]}`).join()}]`).join('\n')}\n`

const CONTENTS: [string, string, string][] = [
  ['a 6 MB file of lists in lists', '.json', NESTED],
  ['an alias to itself', '.yaml', CYCLE],
  ['aliases that multiply', '.yaml', BOMB],
]

/** Nothing listens there: what is wrong with the file is found before anything is asked of a service. */
const NOWHERE = ['--base-url', 'http://127.0.0.1:1', '--api-key', 'svc_none']

const COMMANDS: [string, (path: string) => string[]][] = [
  ['serve --config', (path) => ['serve', '--ephemeral', '--port', '0', '--config', path]],
  ['serve --world', (path) => ['serve', '--ephemeral', '--port', '0', '--world', path]],
  ['batch submit', (path) => ['batch', 'submit', path, '--dry-run', ...NOWHERE]],
  ['characters create --file', (path) => ['characters', 'create', '--file', path, ...NOWHERE]],
  ['characters update --file', (path) => ['characters', 'update', 'c1', '--file', path, ...NOWHERE]],
  ['loadtest', (path) => ['loadtest', path, ...NOWHERE]],
  ['loadtest import', (path) => ['loadtest', 'import', path]],
]

/** With full rounds every command meets every content; else each command one, and each content two commands. */
const cases = COMMANDS.flatMap(([command, args], row) =>
  CONTENTS.filter((_, column) => isFull || row % CONTENTS.length === column).map(
    ([what, suffix, content]) => ({ command, args, what, suffix, content }),
  ),
)

test.each(cases)(
  '$command refuses $what in a sentence, within bounded memory',
  { tags: 'rounds' },
  async ({ args, suffix, content }) => {
    const path = join(scratchFolder(), `input${suffix}`)
    await writeFile(path, content)
    const { exitCode, stdout, stderr } = await parley(args(path), {
      env: { NODE_OPTIONS: '--max-old-space-size=400' },
    })
    expect(stdout).toBe('')
    expect(stderr).toContain(`input${suffix}`)
    expect(stderr).toMatch(/nested too deeply|too many values|alias/)
    expect(stderr).not.toMatch(/\n {4}at |Maximum call stack|heap/)
    expect(stderr.trim().split('\n').length).toBeLessThan(5)
    expect(exitCode).toBeGreaterThan(0)
  },
)

/** Answers every request like that; `more` is sent again and again until the client has enough. */
async function answering(head: string, more?: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.write(head)
    if (more === undefined) return void response.end()
    const go = () => {
      while (!response.destroyed && response.write(more));
    }
    response.on('drain', go)
    go()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['is no JSON', '<html>', undefined, 'not JSON'],
  ['is nested without end', '['.repeat(2 ** 20), undefined, 'not JSON'],
  ['never ends', '{"characters":["', 'x'.repeat(2 ** 20), 'larger than 64 MiB'],
])('an answer that %s is told in a sentence', async (_, head, more, message) => {
  const baseUrl = await answering(head, more)
  const { exitCode, stderr } = await parley([
    'characters',
    'list',
    '--base-url',
    baseUrl,
    '--api-key',
    'svc_x',
  ])
  expect(stderr).toContain(message)
  expect(stderr.trim().split('\n').length).toBeLessThan(4)
  expect(exitCode).toBe(1)
})

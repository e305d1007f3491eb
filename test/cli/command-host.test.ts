import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CommandOptions, parley, parleyProcess, scratchFolder } from '../support/commands/cli.js'
import { runInHost } from '../support/commands/command-host.js'
import { fakeRest } from '../support/providers/fake-service.js'

/** A service that answers once it is told to. */
async function heldService() {
  const { promise, resolve } = deferred()
  const { baseUrl } = await fakeRest(async () => {
    await promise
    return { body: { characters: [], total: 0 } }
  })
  onTestFinished(resolve)
  return { baseUrl, respond: resolve }
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

type Case = readonly [what: string, args: readonly string[], options: CommandOptions]
const nowhere = 'http://127.0.0.1:1'

const CASES: readonly Case[] = [
  ['the version', ['--version'], {}],
  ['the help', ['help'], {}],
  ['the help of a command', ['characters', 'create', '--help'], {}],
  ['a command that succeeds', ['completion', 'bash'], {}],
  ['an unknown command', ['charaters'], {}],
  ['wrong usage', ['status', '--timeout', 'soon'], {}],
  ['wrong usage as JSON', ['status', '--timeout', 'soon', '--json'], {}],
  ['a variable', ['status'], { env: { PARLEY_BASE_URL: nowhere, PARLEY_JSON: '1' } }],
  ['standard input', ['batch', 'submit', '-', '--dry-run', '--json'], { input: '[{ customId: ada }, 7]' }],
  ['no standard input', ['login', '--base-url', nowhere, '--api-key-stdin', '--profile', 'one'], {}],
  ['a server that cannot start', ['serve', '--world', 'none.yaml'], {}],
  ['what a command starts', ['exec', '--', 'sh', '-c', 'echo one; echo two >&2; exit 3'], {}],
  ['a file that is not there', ['batch', 'submit', 'none.yaml', '--dry-run'], {}],
]

test.each(CASES)('a command gives its test what a process of its own gives: %s', async (_, args, options) => {
  const cwd = scratchFolder()
  const env = { HOME: cwd, ...options.env }
  expect(await parley(args, { cwd, ...options, env })).toEqual(
    await parleyProcess(args, { cwd, ...options, env }),
  )
})

test('nothing of a command reaches the next one', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'cast.yaml'), '- persona: { name: Ada }\n')
  const dryRun = ['batch', 'submit', 'cast.yaml', '--dry-run']
  const first = await parley(dryRun, { cwd, env: { PARLEY_JSON: '1', PARLEY_BASE_URL: nowhere } })
  expect(JSON.parse(first.stdout)).toBeTypeOf('object')
  const next = await parley(dryRun)
  expect(next.stdout).not.toContain('{')
  expect(next.exitCode).not.toBe(first.exitCode)
})

test('commands that run at the same time do not wait for each other', async () => {
  const { baseUrl, respond } = await heldService()
  const held = parley(['characters', 'list', '--json', '--base-url', baseUrl, '--api-key', 'svc_k'])
  await expect(parley(['completion', 'bash'])).resolves.toMatchObject({ exitCode: 0 })
  respond()
  expect((await held).exitCode).toBe(0)
})

test('a command that hangs ends its test with what it wrote', async () => {
  const { baseUrl, respond } = await heldService()
  const args = ['characters', 'list', '--base-url', baseUrl, '--api-key', 'svc_k']
  const hangs = runInHost({ args, env: {}, cwd: scratchFolder(), stdin: '' }, 1500)
  await expect(hangs).rejects.toThrow('parley characters list')
  respond()
  await expect(parley(['completion', 'bash'])).resolves.toMatchObject({ exitCode: 0 })
})

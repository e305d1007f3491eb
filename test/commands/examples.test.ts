import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { bin, cleanEnv, parley, scratchFolder } from '../support/cli.js'
import { onePixel } from '../support/forms.js'
import { glb } from '../support/models.js'

type Listed = { readonly command: string; readonly examples: readonly string[] }
const listed: readonly Listed[] = JSON.parse(
  readFileSync(new URL('../../fixtures/commands.json', import.meta.url), 'utf8'),
)
const examples = (isServe: boolean) =>
  listed.filter(({ command }) => (command === 'serve') === isServe).flatMap(({ examples }) => examples)

/** A folder where `parley` is on the path and a server runs, with the file of the examples. */
async function folderOfExamples() {
  const cwd = scratchFolder()
  await symlink(bin, join(cwd, 'parley'))
  await writeFile(join(cwd, 'mira.yaml'), 'persona: { name: Mira of the file }\n')
  await writeFile(join(cwd, 'mira.png'), onePixel())
  await writeFile(join(cwd, 'mira.glb'), glb())
  const server = execa(process.execPath, [bin, 'serve', '--port', '0', '--pace', 'instant'], {
    cwd,
    env: cleanEnv(),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await server
  })
  expect((await parley(['wait', '--ready-file', '.parley/server.json'], { cwd })).exitCode).toBe(0)
  const { stdout } = await parley(['keys', 'create', 'for the example', '--json'], { cwd })
  return { cwd, keyId: JSON.parse(stdout).id }
}

const inShell = (command: string, cwd: string) =>
  execa(command, {
    shell: true,
    cwd,
    env: cleanEnv({ PATH: `${cwd}:${process.env['PATH']}` }),
    extendEnv: false,
    reject: false,
    input: '',
  })

/** The examples of `create` make what the others speak of, until those of `delete`; only what is deleted is purged. */
const LAST = [/ players delete /, / delete /, / purge /, / reset\b/]
const turn = (example: string) =>
  example.includes(' create ') ? -2 : LAST.findIndex((pattern) => pattern.test(example))

test('the example of every command works as it stands', { timeout: 120_000 }, async () => {
  const { cwd, keyId } = await folderOfExamples()
  const ordered = [...examples(false)].sort((a, b) => turn(a) - turn(b))
  expect(ordered.length).toBeGreaterThan(12)
  for (const example of ordered) {
    const { exitCode, stderr } = await inShell(example.replace('KEY_ID', keyId), cwd)
    expect({ example, exitCode, stderr }).toEqual({
      example,
      exitCode: 0,
      stderr: expect.not.stringContaining('Error'),
    })
  }
})

test.each(examples(true))('%s starts a server that answers', async (example) => {
  const cwd = scratchFolder()
  await symlink(bin, join(cwd, 'parley'))
  const server = execa(`exec ${example}`, {
    shell: true,
    cwd,
    env: cleanEnv({
      PATH: `${cwd}:${process.env['PATH']}`,
      PARLEY_PORT: '0',
      PARLEY_READY_FILE: 'ready.json',
    }),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const { exitCode } = await parley(['wait', '--ready-file', 'ready.json'], { cwd })
  expect(exitCode).toBe(0)
  server.kill('SIGTERM')
  expect((await server).exitCode).toBe(0)
})

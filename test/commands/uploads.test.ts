import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Character } from '../../src/contract/characters.js'
import { createServer, type RunningServer } from '../../src/runtime/create-server.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { onePixel } from '../support/http/forms.js'
import { glb } from '../support/models/glb-files.js'

let server: RunningServer
beforeAll(async () => {
  server = await createServer()
})
afterAll(() => server.stop())

const run = (args: readonly string[], cwd: string) =>
  parley(args, {
    cwd,
    env: {
      PARLEY_BASE_URL: server.ready.baseUrl,
      PARLEY_LOCAL_SECRET: server.ready.localSecret,
      PARLEY_API_KEY: server.ready.apiKey,
    },
  })

async function folderWith(name: string, content: Buffer): Promise<string> {
  const folder = scratchFolder()
  await writeFile(join(folder, name), content)
  return folder
}

test('a picture and a model are sent from their files, and can be fetched where the answer says', async () => {
  const cwd = await folderWith('mira.png', onePixel())
  await writeFile(join(cwd, 'mira.glb'), glb())
  expect((await run(['characters', 'create', '--name', 'Mira'], cwd)).exitCode).toBe(0)

  const avatar = await run(['characters', 'avatar', 'Mira', 'mira.png', '--json'], cwd)
  expect([avatar.stderr, avatar.exitCode]).toEqual(['', 0])
  const model = await run(['characters', 'model-file', 'Mira', 'mira.glb', '--json'], cwd)
  expect([model.stderr, model.exitCode]).toEqual(['', 0])
  const character: Character = JSON.parse(model.stdout)
  expect(character).toMatchObject({
    name: 'Mira',
    avatar: JSON.parse(avatar.stdout).avatar,
    model_status: 'completed',
  })
  const fetched = await Promise.all([character.avatar, character.model_url].map((url) => fetch(String(url))))
  expect(fetched.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
    [200, 'image/png'],
    [200, 'model/gltf-binary'],
  ])

  const shown = await run(['characters', 'get', 'Mira'], cwd)
  expect(shown.stdout).toContain(character.avatar)
  expect(shown.stdout).toContain(character.model_url)
})

test('a character is made of a picture by file and by address; a key makes it once', async () => {
  const cwd = await folderWith('mira.png', onePixel())
  const made = async (...args: string[]): Promise<Character> => {
    const { stdout, stderr, exitCode } = await run(['characters', 'from-image', ...args, '--json'], cwd)
    expect([stderr, exitCode]).toEqual(['', 0])
    return JSON.parse(stdout)
  }
  const prompts = ['--persona-prompt', 'A pirate', '--appearance-prompt', 'A hat', '--idempotency-key', 'k']
  const first = await made('mira.png', ...prompts)
  expect(first).toMatchObject({
    personality: expect.stringContaining('As asked for: A pirate'),
    appearance: expect.stringContaining('As asked for: A hat'),
    generated_voice_id: expect.stringMatching(/^voice_/),
    source_image_url: expect.stringMatching(/source\.png$/),
  })
  expect((await made('mira.png', ...prompts)).id).toBe(first.id)
  const again = await made(String(first.source_image_url), '--default-voice', '--tts-provider', 'other')
  expect(again).toMatchObject({ name: first.name, tts_provider: 'other', generated_voice_id: null })
  const nowhere = await run(['characters', 'from-image', `${server.ready.baseUrl}/files/none`], cwd)
  expect(nowhere).toMatchObject({ exitCode: 2, stdout: '' })
  expect(nowhere.stderr).toContain('answers with 404')
})

test('an address that refuses the picture and goes on sending does not keep the command', async () => {
  const other = createHttpServer((_, response) => {
    response.writeHead(404, { 'content-length': '100' })
    response.write('not here')
  })
  onTestFinished(() => {
    other.closeAllConnections()
    other.close()
  })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/mira.png`
  const { stderr, exitCode } = await run(['characters', 'from-image', address], scratchFolder())
  expect({ stderr, exitCode }).toEqual({ stderr: `Error: ${address} answers with 404`, exitCode: 2 })
})

test('a file that is not there is a wrong use; one that the service refuses is told in its words', async () => {
  const cwd = await folderWith('text.png', Buffer.from('no picture'))
  await run(['characters', 'create', '--name', 'Otto'], cwd)
  const missing = await run(['characters', 'avatar', 'Otto', 'none.png'], cwd)
  expect(missing).toMatchObject({ exitCode: 2, stdout: '' })
  expect(missing.stderr).toContain('Cannot read the file none.png')
  const refused = await run(['characters', 'avatar', 'Otto', 'text.png'], cwd)
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toContain('The image must be a JPEG, PNG or WebP')
})

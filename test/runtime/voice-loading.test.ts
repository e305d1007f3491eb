import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import type { ServerEvents } from '../../src/contract/events.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { bin, cleanEnv, scratchFolder } from '../support/commands/cli.js'
import { connectPlayer, rest } from '../support/servers/test-server.js'

const PRELOADED = fileURLToPath(new URL('../support/speech/note-loading.cjs', import.meta.url))

/** A server as a process of its own, and what it has loaded of a voice so far. */
async function serve(...args: readonly string[]) {
  const cwd = scratchFolder()
  const LOADED = join(cwd, 'loaded')
  await writeFile(LOADED, '')
  const child = execa(process.execPath, [bin, 'serve', '--port', '0', '--json', ...args], {
    cwd,
    env: cleanEnv({ LOADED, NODE_OPTIONS: `--require ${PRELOADED}` }),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    child.then(({ stderr }) => Promise.reject(Error(stderr))),
  ])
  const server = { ready: JSON.parse(String(line)) as RunningServer['ready'] }
  const loaded = async () =>
    (await readFile(LOADED, 'utf8')).split('\n').filter((what) => /flite|program/.test(what))
  const persona = { persona: { name: 'Mira' }, text_only: false }
  const { body } = await rest(server as RunningServer, 'POST', '/api/v1/characters', persona)
  const auth = { api_key: server.ready.apiKey, character_id: (body as { id: string }).id, player_id: 'ada' }
  return { loaded, connect: (more: object) => connectPlayer(server, { ...auth, ...more }) }
}

test('a server loads nothing of its voice until a session will speak: no thread, no program', async () => {
  const { loaded, connect } = await serve()
  const reader = connect({ capabilities: { speaker: false } })
  await reader.next('session_info')
  reader.send('text', { text: 'Hello' })
  await reader.next<ServerEvents['bot_response']>('bot_response', ({ is_final }) => is_final)
  expect(await loaded()).toEqual([])

  const listener = connect({})
  await listener.next('session_info')
  listener.send('say_line', { text: 'Good evening.' })
  await listener.next('bot_voice')
  expect(await loaded()).toEqual(['thread flite.worker.js', 'program'])
})

test('where every session has the data layer, the voice of people is never loaded', async () => {
  const { loaded, connect } = await serve('--voice-data-layer')
  const listener = connect({})
  await listener.next('session_info')
  listener.send('say_line', { text: 'Good evening.' })
  await listener.next('bot_voice')
  expect(await loaded()).toEqual([])
})

import { expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { connectPlayer, createTestServer, rest, sendTextAndWait } from '../support/servers/test-server.js'

const OPTIONS = { seed: '42', clock: '2030-01-01T00:00:00Z', logLevel: 'silent' } as const

/** Everything that a client gets to see in one run of the same script, with secrets and the address masked. */
async function play(options: object): Promise<string> {
  const server = await createTestServer(options)
  const seen: unknown[] = []
  const call = async (...words: [method: string, path: string, body?: object]) => {
    const answer = await rest(server, ...words)
    seen.push(answer)
    return answer.body as Record<string, string>
  }

  const { id = '' } = await call('POST', '/api/v1/characters', {
    persona: { name: 'Ada', personality: 'Curious.', background: 'I built the engine in 1843.' },
    actions: [{ name: 'wave', description: 'Wave to the visitor' }],
  })
  await call('POST', '/api/v1/characters', { persona: {} })
  await call('PUT', `/api/v1/characters/${id}`, { persona: { tagline: 'Countess' } })
  const player = connectPlayer(server, {
    api_key: server.ready.apiKey,
    character_id: id,
    player_id: 'p1',
    capabilities: { client_action: true },
  })
  await player.next('session_info')
  await sendTextAndWait(player, 'Hello, I am Grace.')
  await sendTextAndWait(player, 'When did you build the engine? Please wave to me.')
  player.send('say_line', { text: 'Good night.', text_only: true })
  await player.next('bot_response', ({ is_final }: { is_final: boolean }) => is_final)
  await player.leave()
  await memoriesMade(server, id)
  seen.push(player.heard)
  await call('GET', '/api/v1/characters')
  await call('GET', `/api/v1/characters/${id}/players/p1/messages`)
  await call('GET', `/api/v1/characters/${id}/players/p1`)
  await call('GET', `/api/v1/characters/${id}/players/p1/memories`)
  await call('GET', `/api/v1/characters/${id}/players/p1/memories/core-facts`)
  await call('GET', '/api/v1/characters/nobody')

  const { baseUrl, apiKey } = server.ready
  await server.stop()
  return JSON.stringify(seen).replaceAll(baseUrl, '<base>').replaceAll(apiKey, '<key>')
}

/** Memories are made in the background, soon after the end of the session. */
async function memoriesMade(server: RunningServer, id: string): Promise<void> {
  for (let body: unknown; ; ) {
    body = (await rest(server, 'GET', `/api/v1/characters/${id}/players/p1`)).body
    if ((body as { lastMemoryExtractionAt: unknown }).lastMemoryExtractionAt !== null) return
  }
}

test('two runs of the same script with the same seed and clock give byte-identical bodies and events', async () => {
  const first = await play(OPTIONS)
  expect(first.length).toBeGreaterThan(2000)
  expect(first).toContain('"factValue":"Grace"')
  expect(await play(OPTIONS)).toBe(first)
})

test('another seed gives other ids', async () => {
  expect(await play({ ...OPTIONS, seed: '43' })).not.toBe(await play(OPTIONS))
})

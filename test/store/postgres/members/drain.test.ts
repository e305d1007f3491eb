import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import { type ModelResponse, startModelServer } from '../../../support/providers/model-server.js'
import { openAi } from '../../../support/providers/openai-server.js'
import { CADDY_BEFORE_MEMBERS, isInstalled, startProxy } from '../../../support/providers/proxies.js'
import { startStandbyProcess } from '../../../support/servers/store-server.js'
import {
  connectPlayer,
  rest,
  sendTextAndWait,
  startTestServer,
} from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

type Final = { readonly text: string; readonly is_final: boolean }

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  /** Two servers of one database, whose model begins an answer and goes on when it is told to. */
  async function givenTwo() {
    const provider = await startModelServer([
      (line) => line.send(openAi.say('One, ', 'two, ').join('')),
      (line) => {
        line.send([...openAi.say('Again.'), ...openAi.stop()].join(''))
        line.end()
      },
    ])
    onTestFinished(provider.close)
    const [dataDir, store] = [await temporaryFolder(), await postgres.database()]
    const configFile = join(await temporaryFolder(), 'parley.yaml')
    const model = `{ kind: openai-compatible, baseUrl: "${provider.url}/v1", model: m }`
    await writeFile(
      configFile,
      `stopSeconds: 600\nmemories: { extraction: rules }\nllm: { providers: { held: ${model} } }\n`,
    )
    const start = () =>
      startTestServer({ dataDir, store, configFile, members: true, limits: 'off', logLevel: 'silent' })
    const servers = await Promise.all([start(), start()])
    const [leaving] = servers
    const { id } = (await rest(leaving, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } }))
      .body as Character
    const auth = { api_key: leaving.ready.apiKey, character_id: id, player_id: 'ada' }
    const begun = async () => {
      await expect.poll(() => provider.lines.length).toBe(1)
      return provider.lines[0] as ModelResponse
    }
    return { servers, auth, begun }
  }

  test('a server that stops lets a reply end, and leaves its clients to the others', async () => {
    const { servers, auth, begun } = await givenTwo()
    const [leaving, staying] = servers
    const [talking, idle] = [
      connectPlayer(leaving, auth),
      connectPlayer(leaving, { ...auth, player_id: 'bob' }),
    ]
    await Promise.all([talking.next('session_info'), idle.next('session_info')])
    talking.send('text', { text: 'Count.', textOnly: true })
    const line = await begun()

    const stopping = leaving.stop()
    await idle.sentAway()
    line.send([...openAi.say('three.'), ...openAi.stop()].join(''))
    line.end()
    const { text } = await talking.next<Final>('bot_response', ({ is_final }) => is_final)
    expect(text).toBe('One, two, three.')
    await talking.sentAway()
    await stopping

    const again = connectPlayer(staying, auth)
    await again.next('session_info')
    expect(await sendTextAndWait(again, 'Once more.')).toBe('Again.')
    const path = `/api/v1/characters/${auth.character_id}/players/ada/messages`
    const { messages } = (await rest(staying, 'GET', path)).body as { messages: { content: string }[] }
    expect(messages.map(({ content }) => content)).toEqual([
      'Count.',
      'One, two, three.',
      'Once more.',
      'Again.',
    ])
  })

  test.skipIf(!isInstalled('caddy'))(
    'behind Caddy as docs/deploy has it, a client goes on at the other server by itself',
    async () => {
      const { servers, auth, begun } = await givenTwo()
      const address = await startProxy(CADDY_BEFORE_MEMBERS, ...servers.map(({ ready }) => ready.baseUrl))
      // As the newer Lens Studio SDK: polling, then a WebSocket, without cookies.
      const socket = io(`${address}/sdk`, { auth, rejectUnauthorized: false, forceNew: true })
      onTestFinished(() => void socket.disconnect())
      let sessions = 0
      const finals: string[] = []
      socket.on('session_info', () => {
        sessions += 1
      })
      socket.on('bot_response', ({ text, is_final }: Final) => is_final && finals.push(text))
      await expect.poll(() => sessions).toBe(1)
      await expect.poll(() => socket.io.engine.transport.name).toBe('websocket')
      const path = `/api/v1/characters/${auth.character_id}`
      const statuses = await Promise.all(servers.map((server) => rest(server, 'GET', path)))
      const holding = statuses.findIndex(({ body }) => (body as Character).launch_status === 'running')
      socket.emit('text', { text: 'Count.', textOnly: true })
      const line = await begun()

      const stopping = servers[holding]?.stop()
      line.send([...openAi.say('three.'), ...openAi.stop()].join(''))
      line.end()
      await stopping
      await expect.poll(() => sessions).toBe(2)
      socket.emit('text', { text: 'Once more.', textOnly: true })
      await expect.poll(() => finals).toEqual(['One, two, three.', 'Again.'])
    },
  )

  test('while a server waits for load balancers it is not ready, takes no new client, and serves those it has; a second signal ends it', async () => {
    const [dataDir, database] = [await temporaryFolder(), await postgres.database()]
    const configFile = join(await temporaryFolder(), 'parley.yaml')
    await writeFile(configFile, 'drainSeconds: 600\n')
    const flags = ['--members', '--config', configFile]
    const { serving, signal, ended } = startStandbyProcess(dataDir, flags, { PARLEY_STORE: database })
    const server = await serving
    const { baseUrl, apiKey } = server.ready
    const character = await server.call<Character>('POST', '/characters', { persona: { name: 'Mira' } })
    const auth = { api_key: apiKey, character_id: character.id, player_id: 'ada' }
    const talking = connectPlayer(server, auth)
    await talking.next('session_info')

    signal('SIGTERM')
    const statusOf = async (path: string) => (await fetch(baseUrl + path)).status
    await expect.poll(() => statusOf('/api/health/ready')).toBe(503)
    // It lives, and answers what it is asked.
    expect(await statusOf('/api/health')).toBe(200)
    expect(await server.call('GET', `/characters/${character.id}`)).toMatchObject({ name: 'Mira' })
    expect(await sendTextAndWait(talking, 'Hello')).not.toBe('')
    expect(await statusOf('/socket.io/?EIO=4&transport=polling')).toBe(503)
    const refused = io(`${baseUrl}/sdk`, {
      auth,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    onTestFinished(() => void refused.disconnect())
    await new Promise((resolve) => refused.once('connect_error', resolve))

    signal('SIGTERM')
    expect(await ended).toBe(143)
  })
})

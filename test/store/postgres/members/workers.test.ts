import { writeFile } from 'node:fs/promises'
import { connect as connectTo, type Socket as NetSocket } from 'node:net'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import type { SystemMetrics } from '../../../../src/contract/staff.js'
import type { TurnSummary, TurnTrace } from '../../../../src/contract/turn-traces.js'
import { parley } from '../../../support/commands/cli.js'
import { childrenOf, isRunning } from '../../../support/servers/child-processes.js'
import { type ServerProcess, startStandbyProcess } from '../../../support/servers/store-server.js'
import { idTokenOf } from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

type Transports = readonly ('polling' | 'websocket')[]
const TRANSPORTS: readonly Transports[] = [['polling'], ['polling', 'websocket'], ['websocket']]

const NAMES = [
  'Ada',
  'Ben',
  'Cleo',
  'Dora',
  'Emil',
  'Frida',
  'Gustav',
  'Hanna',
  'Ida',
  'Jonas',
  'Klara',
  'Leo',
]

/** The id of the worker that has the session of a socket: what follows the 20 characters that Engine.IO makes. */
const workerOf = ({ io: { engine } }: Socket): number =>
  Number((engine as unknown as { id: string }).id.slice(20))

describe.runIf(hasPostgres && process.platform === 'linux')('on PostgreSQL', () => {
  const postgres = usePostgres()

  async function place() {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = (more: readonly string[] = ['--workers', '2']) =>
      startStandbyProcess(folder, more, { PARLEY_STORE: database })
    return { folder, database, start }
  }
  async function startServing() {
    const starting = (await place()).start()
    const server = await starting.serving
    const { id: characterId } = await server.call<Character>('POST', '/characters', {
      persona: { name: 'Mira' },
    })
    return { ...starting, server, characterId, workers: childrenOf(starting.pid) }
  }
  type Serving = Awaited<ReturnType<typeof startServing>>

  /** A client that connects again by itself, as the published ones do. */
  function connect({ server: { ready }, characterId }: Serving, player_id: string, transports: Transports) {
    const socket = io(`${ready.baseUrl}/sdk`, {
      auth: { api_key: ready.apiKey, character_id: characterId, player_id },
      transports: [...transports],
      reconnectionDelay: 50,
      forceNew: true,
    })
    onTestFinished(() => void socket.disconnect())
    const errors: unknown[] = []
    let sessions = 0
    socket.on('session_info', () => {
      sessions += 1
    })
    socket.on('error', (error) => errors.push(error))
    const joined = () => new Promise<void>((resolve) => socket.once('session_info', () => resolve()))
    // On a busy machine, one may have to begin twice.
    return { socket, errors, sessions: () => sessions, joined, first: joined(), playerId: player_id }
  }
  const say = async ({ socket }: Pick<ReturnType<typeof connect>, 'socket'>, text: string) => {
    const reply = new Promise<string>((resolve) => {
      const hear = (part: { text: string; is_final: boolean }) => {
        if (!part.is_final) return
        socket.off('bot_response', hear)
        resolve(part.text)
      }
      socket.on('bot_response', hear)
    })
    socket.emit('text', { text, textOnly: true })
    return reply
  }
  const said = async ({ server, characterId }: Serving, playerId: string) => {
    const lines: string[] = []
    for (let page = 1; ; page += 1) {
      const path = `/characters/${characterId}/players/${playerId}/messages?limit=200&page=${page}`
      const { messages } = await server.call<{ messages: { role: string; content: string }[] }>('GET', path)
      if (messages.length === 0) return lines
      lines.push(...messages.filter(({ role }) => role === 'user').map(({ content }) => content))
    }
  }
  const asStaff = async <T>(server: ServerProcess, path: string): Promise<T> => {
    const token = await idTokenOf(server as unknown as Parameters<typeof idTokenOf>[0])
    const response = await fetch(`${server.ready.baseUrl}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await response.json()) as T
  }
  const metricsOf = (server: ServerProcess) => asStaff<SystemMetrics>(server, 'staff/v1/system-metrics')

  test('twelve clients of all transports talk at two workers, which look like one server', async () => {
    const serving = await startServing()
    const { server, pid, workers, characterId } = serving
    expect(server.ready).toMatchObject({
      pid,
      workers: 2,
      database: expect.stringMatching(/^postgres:[^?]+$/),
    })
    expect(workers).toHaveLength(2)
    const clients = Array.from({ length: 12 }, (_, at) =>
      connect(serving, `player-${at}`, TRANSPORTS[at % 3] ?? []),
    )
    await Promise.all(clients.map(({ first }) => first))
    expect(new Set(clients.map(({ socket }) => workerOf(socket)))).toEqual(new Set([1, 2]))
    // Sound, of which a polling client sends so much in one body.
    const audio = Buffer.alloc(225_000).toString('base64')
    for (const { socket } of clients) {
      socket.emit('start_voice', {})
      socket.emit('stream_audio', { audio })
      socket.emit('stop_voice', {})
    }
    await Promise.all(clients.map((client, at) => say(client, `My name is ${NAMES[at]}.`)))
    const replies = await Promise.all(clients.map((client) => say(client, 'What is my name?')))
    for (const [at, reply] of replies.entries()) expect(reply).toContain(NAMES[at])
    expect(clients.flatMap(({ errors }) => errors)).toEqual([])

    await expect
      .poll(async () => (await server.call<Character>('GET', `/characters/${characterId}`)).launch_status)
      .toBe('running')
    const metrics = await Promise.all([1, 2, 3, 4].map(() => metricsOf(server)))
    const opened = clients.reduce((sum, { sessions }) => sum + sessions(), 0)
    for (const { sessions, counts } of metrics)
      expect([sessions.live, counts.sessionsOpened, counts.messages.user]).toEqual([12, opened, 24])

    // Of the turns of all, whichever worker is asked, also for one of them.
    for (let time = 0; time < 4; time += 1) {
      const { turns } = await asStaff<{ turns: TurnSummary[] }>(server, 'control/v1/local/turns')
      expect(turns.map(({ playerId }) => playerId).sort()).toEqual(
        clients.flatMap(({ playerId }) => [playerId, playerId]).sort(),
      )
      for (const { messageId, preview } of turns) {
        const trace = await asStaff<TurnTrace>(server, `control/v1/local/turns/${messageId}`)
        expect([trace.messageId, trace.text]).toEqual([messageId, preview.input])
      }
    }

    const { id: otherId } = await server.call<Character>('POST', '/characters', { persona: { name: 'Bram' } })
    const encounter = {
      characterAId: characterId,
      characterBId: otherId,
      prompt: 'At the harbour',
      maxTurns: 4,
    }
    const { encounterId } = await server.call<{ encounterId: string }>('POST', '/encounters', encounter)
    const ends = clients.map(({ socket }) => {
      const end = new Promise<unknown>((resolve) => socket.once('encounter_end', resolve))
      socket.emit('subscribe_encounter', { encounterId })
      return end
    })
    for (const end of await Promise.all(ends)) expect(end).toMatchObject({ encounterId, turnsEmitted: 4 })

    for (const { socket } of clients) socket.disconnect()
    serving.signal('SIGTERM')
    expect(await serving.ended).toBe(0)
    expect(workers.filter(isRunning)).toEqual([])
  })

  test('clients of a worker that is killed while all talk connect anew into the same conversation, and another worker comes', async () => {
    const serving = await startServing()
    const clients = Array.from({ length: 6 }, (_, at) =>
      connect(serving, `player-${at}`, TRANSPORTS[at % 3] ?? []),
    )
    await Promise.all(clients.map(({ first }) => first))
    /** Says one line after the other, until the test is over; a line whose worker dies may be lost, or not. */
    const talk = (client: (typeof clients)[number]) => {
      const answered: string[] = []
      const state = { isOver: false }
      const run = async () => {
        for (let line = 1; !state.isOver; line += 1) {
          const left = new Promise<undefined>((resolve) =>
            client.socket.once('disconnect', () => resolve(undefined)),
          )
          const joined = client.joined()
          const reply = await Promise.race([say(client, `Line ${line}.`), left])
          if (reply === undefined) await joined
          else answered.push(`Line ${line}.`)
        }
      }
      return { ...client, answered, state, run: run() }
    }
    const talking = clients.map(talk)
    const untilAllGoOn = () => {
      const before = talking.map(({ answered }) => answered.length)
      return expect
        .poll(() => talking.every(({ answered }, at) => answered.length >= (before[at] ?? 0) + 3))
        .toBe(true)
    }
    await untilAllGoOn()
    for (const worker of [1, 2]) {
      const before = childrenOf(serving.pid)
      process.kill(serving.workers[worker - 1] ?? 0, 'SIGKILL')
      await expect.poll(() => childrenOf(serving.pid).filter((pid) => !before.includes(pid))).toHaveLength(1)
      await untilAllGoOn()
    }
    for (const { state } of talking) state.isOver = true
    await Promise.all(talking.map(({ run }) => run))
    await expect.poll(async () => (await metricsOf(serving.server)).sessions.live).toBe(6)
    for (const { playerId, answered } of talking) {
      const stored = await said(serving, playerId)
      expect(answered.filter((line) => !stored.includes(line))).toEqual([])
      expect(new Set(stored).size).toBe(stored.length)
    }
  })

  test('a connection that is on its way to a worker that is killed is closed, not forgotten', async () => {
    const { server, workers } = await startServing()
    const [stopped = 0] = workers
    process.kill(stopped, 'SIGSTOP')
    const port = Number(new URL(server.ready.baseUrl).port)
    // In turn: of the first two, one goes to either.
    const answers = [1, 2, 3, 4].map(async () => {
      const socket = connectTo(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write('GET /api/health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n')
      let received = ''
      socket.setEncoding('utf8').on('data', (text: string) => {
        received += text
      })
      await new Promise((resolve) => socket.once('close', resolve))
      return received.slice(0, 15)
    })
    await Promise.any(answers)
    process.kill(stopped, 'SIGKILL')
    expect((await Promise.all(answers)).filter((answer) => answer !== 'HTTP/1.1 200 OK')).toEqual([''])
  })

  test('of 300 connections that say nothing, and 300 without a session, the two workers together keep 256 each', async () => {
    const { server } = await startServing()
    const port = Number(new URL(server.ready.baseUrl).port)
    const handshake =
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
    for (const bytes of ['', handshake]) {
      const open = new Set<NetSocket>()
      for (let at = 0; at < 300; at += 1) {
        const socket = connectTo(port, '127.0.0.1')
        open.add(socket)
        socket.on('error', () => undefined).on('close', () => open.delete(socket))
        socket.write(bytes)
        socket.resume()
      }
      onTestFinished(() => {
        for (const socket of open) socket.destroy()
      })
      await expect.poll(() => open.size, { timeout: 30_000 }).toBe(256)
      // The server answers whoever asks, and lets nobody else go.
      await server.call('GET', '/characters')
      expect(open.size).toBe(256)
    }
  })

  test('workers that cannot be started again end the server, with the reason', async () => {
    const { folder, start } = await place()
    const starting = start()
    const server = await starting.serving
    const workers = childrenOf(starting.pid)
    await writeFile(join(folder, 'secrets.json'), '{}')
    process.kill(workers[1] ?? 0, 'SIGKILL')
    expect(await starting.ended).toBe(1)
    expect(workers.filter(isRunning)).toEqual([])
    await expect(server.call('GET', '/characters')).rejects.toThrow('fetch failed')
  })

  test('a primary process that is killed leaves no worker', async () => {
    const { server, workers } = await startServing()
    await server.kill()
    await expect.poll(() => workers.filter(isRunning)).toEqual([])
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stops all in order, also while they start',
    async (signal) => {
      const { start } = await place()
      const starting = start()
      await expect.poll(() => childrenOf(starting.pid).length).toBeGreaterThan(0)
      const workers = childrenOf(starting.pid)
      starting.signal(signal)
      expect(await starting.ended).toBe(0)
      expect(workers.filter(isRunning)).toEqual([])
      const again = start()
      await again.serving
      const serving = childrenOf(again.pid)
      again.signal(signal)
      expect(await again.ended).toBe(0)
      expect(serving.filter(isRunning)).toEqual([])
    },
  )

  test('what workers cannot have is refused with the reason', async () => {
    const { folder, database } = await place()
    const refused = async (...more: string[]) => {
      const { exitCode, stderr } = await parley(['serve', '--data-dir', folder, '--port', '0', ...more], {
        env: {},
      })
      return [exitCode, stderr] as const
    }
    const stored = ['--store', database]
    expect(await refused('--workers', '2')).toEqual([
      1,
      expect.stringContaining('--workers needs records in PostgreSQL'),
    ])
    for (const [flags, why] of [
      [['--seed', '7'], '--workers and --seed exclude each other'],
      [['--standby'], '--workers and --standby exclude each other'],
      [['--clock', '2030-01-01T00:00:00Z'], '--workers and --clock exclude each other'],
    ] as const)
      expect(await refused(...stored, '--workers', '2', ...flags)).toEqual([1, expect.stringContaining(why)])
    expect(await refused(...stored, '--workers', '0')).toEqual([
      2,
      expect.stringContaining('greater than or equal to 1'),
    ])
    expect(await refused(...stored, '--workers', '17')).toEqual([
      2,
      expect.stringContaining('less than or equal to 16'),
    ])
    // What a worker finds is said once, as if it was the server itself.
    expect(await refused('--store', `${database}&options=-c%20nothing%3Dthere`, '--workers', '2')).toEqual([
      1,
      expect.stringMatching(/^Error: [^\n]+\n[^\n]*\n?$/),
    ])
  })
})

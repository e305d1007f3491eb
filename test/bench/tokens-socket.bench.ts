import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { io, type Socket } from 'socket.io-client'
import { createClient } from '../../src/client/create-client.js'
import { createCharacter } from '../../src/contract/characters.js'
import type { ServerEvents } from '../../src/contract/events.js'
import type { ReadyLine } from '../../src/runtime/create-server.js'
import type { Bench } from './bench.js'
import { plainEnvironment } from './time-process.js'
import { added, measureRounds, STREAMS, startTokenServer, TOKENS } from './tokens-streams.js'

/** A token all the way: from the provider through a whole server to a player's socket, against the stream read bare. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const provider = await startTokenServer()
  const model = `paced-${TOKENS[size]}`
  const parley = await startParley(folder, { kind: 'openai-compatible', baseUrl: provider.baseUrl, model })
  const players = await joinAll(parley.ready, STREAMS[size])
  try {
    const rounds = await measureRounds(size, {
      bare: () => provider.readBare(model),
      ours: (stream) => talk(players[stream]),
    })
    return [
      added('to the socket', rounds, { quantile: 0.5, budgetMs: 1, size }),
      added('to the socket', rounds, { quantile: 0.99, budgetMs: 8, size }),
    ]
  } finally {
    for (const player of players) player.disconnect()
    parley.child.kill()
    await once(parley.child, 'exit')
    await provider.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const program = fileURLToPath(new URL('../../../bin/run.js', import.meta.url))

/** A server of its own, as a user starts it, with one provider. */
async function startParley(
  folder: string,
  provider: object,
): Promise<{ child: ChildProcess; ready: ReadyLine }> {
  const config = join(folder, 'parley.yaml')
  // JSON is YAML.
  await writeFile(config, JSON.stringify({ llm: { providers: { local: provider } } }))
  const words = ['serve', '--json', '--port', '0', '--data-dir', join(folder, 'data'), '--config', config]
  const child = spawn(process.execPath, [program, ...words, '--limits', 'off'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: plainEnvironment(),
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, ready: JSON.parse(line) as ReadyLine }
}

/** As many players as there are streams, each in a session with one character. */
async function joinAll(ready: ReadyLine, count: number): Promise<Socket[]> {
  const { id } = await createClient(ready).call(createCharacter, { body: { persona: { name: 'Mira' } } })
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const auth = { api_key: ready.apiKey, character_id: id, player_id: `player-${at}` }
      const socket = io(`${ready.baseUrl}/sdk`, { auth, transports: ['websocket'], forceNew: true })
      await new Promise((resolve) => socket.once('session_info', resolve))
      return socket
    }),
  )
}

/** The chunks of one reply, as they reach the player. */
async function* talk(player: Socket | undefined): AsyncGenerator<string> {
  const chunks: string[] = []
  let isOver = false
  let wake: () => void = () => undefined
  const hear = ({ text, is_final }: ServerEvents['bot_response']) => {
    if (is_final) isOver = true
    else chunks.push(text)
    wake()
  }
  player?.on('bot_response', hear)
  player?.emit('text', { text: 'Hello', textOnly: true })
  while (!isOver) {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    yield* chunks.splice(0)
  }
  player?.off('bot_response', hear)
}

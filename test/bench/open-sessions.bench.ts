import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Size } from './bench.js'
import { startTurnProcess, timedTurn } from './turn-process.js'

const SESSIONS: Record<Size, number> = { full: 1000, reduced: 10 }
const MEGABYTE = 1_000_000

const SERVER = new URL('turn-server.js', import.meta.url)

/** The memory of a server with nothing but open sessions, each of a player with 200 memories, after a turn of each. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const sessions = SESSIONS[size]
  const players = Array.from({ length: sessions }, (_, at) => ({ id: `p${at}`, messages: 20, memories: 200 }))
  const server = await startTurnProcess(SERVER, ['durable', join(folder, 'data'), JSON.stringify(players)])
  try {
    const records = await server.residentBytes()
    for (const { id } of players) await timedTurn(await server.connect(id), 'Where did we meet?')
    const all = await server.residentBytes()
    return [
      {
        name: `resident memory of ${sessions} open sessions with 200 memories each, in MB`,
        ratio: all / MEGABYTE,
        budget: { atMost: 600 },
        detail: `of these ${(records / MEGABYTE).toFixed(0)} before the first session: the process and its records`,
      },
    ]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

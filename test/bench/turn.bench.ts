import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Figure } from './bench.js'
import { castOf, SCALES, type TurnServers } from './turn-cast.js'
import { turnCosts } from './turn-costs.js'
import { startTurnProcess } from './turn-process.js'
import { latencies, processorTime, throughput } from './turn-rates.js'

const SERVER = new URL('turn-server.js', import.meta.url)

/** What a turn costs: calls, bytes, memory, functions, processor time and time, most of it over bare echoes. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const scale = SCALES[size]
  const { cast, past } = castOf(scale)
  const servers: TurnServers = {
    folder: join(folder, 'data'),
    durable: await startTurnProcess(SERVER, ['durable', join(folder, 'data'), JSON.stringify(past)]),
    fixedReply: await startTurnProcess(SERVER, [
      ...['durable', join(folder, 'fixed-reply'), JSON.stringify(past), 'fixed-reply'],
    ]),
    memory: await startTurnProcess(SERVER, ['memory', '[]']),
    echo: await startTurnProcess(SERVER, ['echo', folder]),
  }
  try {
    const figures: Figure[] = []
    // What counts comes first, while the server has nothing else in memory; what is timed then meets warm code.
    figures.push(...(await turnCosts(servers, cast, scale)))
    figures.push(...(await processorTime(servers, cast, scale)))
    figures.push(...(await throughput(servers, cast, scale)))
    figures.push(...(await latencies(servers, cast, scale)))
    return figures
  } finally {
    await Promise.all(
      [servers.durable, servers.fixedReply, servers.memory, servers.echo].map((server) => server.stop()),
    )
    await rm(folder, { recursive: true, force: true })
  }
}

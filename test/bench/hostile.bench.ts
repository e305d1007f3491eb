import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ReadyLine } from '../../src/runtime/create-server.js'
import { type Attack, attacks, type Target } from '../support/http/hostile.js'
import { FULL_CHARACTER_ID } from '../support/servers/populated-server.js'
import type { Bench, Figure, Size } from './bench.js'
import type { Used } from './hostile-server.js'

/** An ordinary request, with its head. */
const ORDINARY_BYTES = 256
const ORDINARY: Record<Size, number> = { full: 500, reduced: 20 }
/** Of the attacks: all of them meet one server in `test/runtime/hostile-input.test.ts`. */
const EVERY: Record<Size, number> = { full: 1, reduced: 10 }
/** What a process takes and gives back in that time, whatever it is sent. */
const NOISE_BYTES = 32 * 2 ** 20

/**
 * What each hostile input costs: processor time in that of the ordinary requests that have as many bytes, and memory in
 * the bytes sent. Each meets a server of its own, for a process tells its peak only once.
 */
export const bench: Bench = async (size) => {
  const figures: Figure[] = []
  const chosen = attacks(size === 'full' ? 1 : 1 / 16).filter((_, at) => at % EVERY[size] === 0)
  for (const attack of chosen) figures.push(...(await costOf(attack, ORDINARY[size])))
  return figures
}

async function costOf(attack: Attack, ordinary: number): Promise<Figure[]> {
  const child = fork(new URL('hostile-server.js', import.meta.url))
  const used = async (): Promise<Used> => {
    const answer = once(child, 'message') as Promise<[Used]>
    child.send('used')
    return (await answer)[0]
  }
  try {
    const [{ baseUrl, apiKey }] = (await once(child, 'message')) as [ReadyLine]
    const target = { baseUrl, apiKey, characterId: FULL_CHARACTER_ID }
    await askOften(target, ordinary / 2)
    const first = await used()
    await askOften(target, ordinary)
    const before = await used()
    const outcome = await attack.send(target)
    const after = await used()

    const ordinaryMs = (before.processorMs - first.processorMs) / ordinary
    const ms = after.processorMs - before.processorMs
    const grown = Math.max(after.peakBytes - Math.max(before.peakBytes, before.residentBytes), 0)
    const name = `${attack.name} (${outcome})`
    const sent = `${(attack.bytes / 2 ** 20).toFixed(1)} MB`
    return [
      {
        name: `${name}: time of ordinary requests of as many bytes`,
        ratio: ms / (ordinaryMs * Math.max(attack.bytes / ORDINARY_BYTES, 1)),
        budget: { atMost: 1 },
        detail: `${ms.toFixed(0)} ms for ${sent}, ${ordinaryMs.toFixed(2)} ms for an ordinary request`,
      },
      {
        name: `${name}: memory beside the bytes`,
        ratio: grown / Math.max(attack.bytes, NOISE_BYTES),
        budget: { atMost: 8 },
        detail: `${(grown / 2 ** 20).toFixed(0)} MB for ${sent}`,
      },
    ]
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

async function askOften({ baseUrl, apiKey, characterId }: Target, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const headers = { 'x-api-key': apiKey }
    await (await fetch(`${baseUrl}/api/v1/characters/${characterId}`, { headers })).arrayBuffer()
  }
}

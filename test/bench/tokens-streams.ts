import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, median, quantile, type Size } from './bench.js'

/** Of each a token about every 20 ms. */
export const STREAMS: Record<Size, number> = { full: 50, reduced: 10 }
export const TOKENS: Record<Size, number> = { full: 150, reduced: 20 }
const ROUNDS: Record<Size, number> = { full: 7, reduced: 1 }
/** The streams begin one after another, so that it is tokens that are measured and not the begin of fifty turns at once. */
const BEGIN_EVERY_MS = 20

/** The stand-in for a provider, in a process of its own. */
export async function startTokenServer() {
  // Beside the program that runs: the build puts this module, which two benchmarks share, somewhere else.
  const server = fork(join(dirname(process.argv[1] ?? ''), 'tokens-server.js'))
  const [port] = (await once(server, 'message')) as [number]
  const agent = new Agent({ keepAlive: true })
  const baseUrl = `http://127.0.0.1:${port}/v1`
  return {
    baseUrl,
    /** The least that anyone who reads a stream must do: the bytes, as they come. */
    readBare: (model: string) => readBare({ baseUrl, agent }, model),
    stop: async () => {
      agent.destroy()
      server.kill()
      await once(server, 'exit')
    },
  }
}

async function* readBare(
  { baseUrl, agent }: { baseUrl: string; agent: Agent },
  model: string,
): AsyncGenerator<string> {
  const asked = request(`${baseUrl}/chat/completions`, { agent, method: 'POST' })
  asked.end(JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Hello' }] }))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  for await (const chunk of response) yield String(chunk)
}

/** The delays of one round, in milliseconds, read bare and read by us. */
type Round = { readonly bare: readonly number[]; readonly ours: readonly number[] }
type Read = (stream: number) => AsyncIterable<string>

/** Reads many streams at once, bare and by us in turn, so that a machine that slows down slows both. */
export async function measureRounds(
  size: Size,
  { bare, ours }: { bare: Read; ours: Read },
): Promise<Round[]> {
  const streams = STREAMS[size]
  await delays(bare, streams)
  await delays(ours, streams)
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS[size]; round += 1) {
    rounds.push({ bare: await delays(bare, streams), ours: await delays(ours, streams) })
  }
  return rounds
}

/** How long after it was sent each token was there. */
async function delays(read: Read, streams: number): Promise<number[]> {
  const found: number[] = []
  const listen = async (_: unknown, stream: number) => {
    await sleep(stream * BEGIN_EVERY_MS)
    for await (const text of read(stream)) {
      const now = process.hrtime.bigint()
      for (const [, stamp = ''] of text.matchAll(/@(\d+)@/g)) found.push(Number(now - BigInt(stamp)) / 1e6)
    }
  }
  await Promise.all(Array.from({ length: streams }, listen))
  return found
}

/** The middle of what we add to a quantile of the delays, over the rounds, in parts of its budget. */
export function added(
  what: string,
  rounds: readonly Round[],
  { quantile: q, budgetMs, size }: { quantile: number; budgetMs: number; size: Size },
): Figure {
  const of = (kind: keyof Round) => rounds.map((round) => quantile(round[kind], q))
  const bare = of('bare')
  const ours = of('ours')
  const difference = median(ours.map((value, at) => value - (bare[at] ?? Number.NaN)))
  return {
    name: `a token ${what}, p${q * 100} added, of ${budgetMs} ms`,
    ratio: difference / budgetMs,
    budget: { atMost: 1 },
    detail: `${median(ours).toFixed(2)} ms against ${median(bare).toFixed(2)} ms bare, ${STREAMS[size]} streams`,
  }
}

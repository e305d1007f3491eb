import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Agent, request } from 'undici'
import { createModels, type Models } from '../../src/adapters/model/models.js'
import type { ReplyRequest } from '../../src/domain/sessions/ports.js'
import { createTimers } from '../../src/runtime/timers.js'
import { characterRecord } from '../support/http-records.js'
import { openAi } from '../support/openai-server.js'
import { type Bench, type Figure, median, quantile } from './bench.js'

const STREAMS = 50
const ROUNDS = { full: 7, reduced: 3 }
const TOKENS = { full: 150, reduced: 50 }
const FLOOD = { full: 100_000, reduced: 20_000 }

/** A token through the adapter against the same stream read bare; and what an open reply keeps in memory. */
export const bench: Bench = async (size) => {
  const server = fork(new URL('./tokens-server.js', import.meta.url))
  const [port] = (await once(server, 'message')) as [number]
  const models = modelsAt(`http://127.0.0.1:${port}/v1`)
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  try {
    const paced = `paced-${TOKENS[size]}`
    const bare = () => delays(() => readBare({ port, agent }, paced))
    const ours = () => delays(() => readOurs(models, paced))
    await bare()
    await ours()
    const pairs = []
    for (let round = 0; round < ROUNDS[size]; round += 1)
      pairs.push({ bare: await bare(), ours: await ours() })
    return [
      added(pairs, { quantile: 0.5, budgetMs: 1 }),
      added(pairs, { quantile: 0.99, budgetMs: 8 }),
      await kept(models, FLOOD[size]),
    ]
  } finally {
    await Promise.all([models.close(), agent.destroy(), stop(server)])
  }
}

type Read = () => AsyncIterable<string>
type Pair = { readonly bare: readonly number[]; readonly ours: readonly number[] }

/** How long after it was sent each token of many streams at once was there, in milliseconds. */
async function delays(read: Read): Promise<number[]> {
  const found: number[] = []
  const listen = async (_: unknown, at: number) => {
    await sleep(at * 0.4)
    for await (const text of read()) {
      const now = process.hrtime.bigint()
      for (const [, stamp = ''] of text.matchAll(/@(\d+)@/g)) found.push(Number(now - BigInt(stamp)) / 1e6)
    }
  }
  await Promise.all(Array.from({ length: STREAMS }, listen))
  return found
}

/** The least that anyone who reads the stream must do: the bytes, as they come. */
async function* readBare(
  { port, agent }: { port: number; agent: Agent },
  model: string,
): AsyncIterable<string> {
  const { body } = await request(`http://127.0.0.1:${port}/v1/chat/completions`, {
    dispatcher: agent,
    method: 'POST',
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  for await (const chunk of body) yield String(chunk)
}

async function* readOurs(models: Models, model: string): AsyncIterable<string> {
  for await (const part of models.reply(requestFor(model), new AbortController().signal)) {
    if (part.type === 'text') yield part.text
  }
}

/** The middle of what the adapter adds to a quantile of the delays, over the rounds. */
function added(
  pairs: readonly Pair[],
  { quantile: q, budgetMs }: { quantile: number; budgetMs: number },
): Figure {
  const of = (kind: keyof Pair) => pairs.map((pair) => quantile(pair[kind], q))
  const bare = of('bare')
  const ours = of('ours')
  const difference = median(ours.map((value, at) => value - (bare[at] ?? Number.NaN)))
  return {
    name: `a token passed through, p${q * 100} added, of ${budgetMs} ms`,
    ratio: difference / budgetMs,
    budget: { atMost: 1 },
    detail: `${median(ours).toFixed(2)} ms against ${median(bare).toFixed(2)} ms bare, ${STREAMS} streams`,
  }
}

/** What stays in memory of the tokens of a reply that is still open. */
async function kept(models: Models, tokens: number): Promise<Figure> {
  const collect = garbageCollector()
  const stop = new AbortController()
  const bytes = tokens * openAi.say(' @1234567890123@').join('').length
  const reply = models.reply(requestFor(`flood-${tokens + 1000}`), stop.signal)[Symbol.asyncIterator]()
  for (let at = 0; at < 1000; at += 1) await reply.next()
  const before = collect()
  for (let at = 0; at < tokens; at += 1) await reply.next()
  const after = collect()
  stop.abort()
  await reply.return?.()
  return {
    name: 'memory kept by an open reply, of the bytes it has received',
    ratio: Math.max(0, after - before) / bytes,
    budget: { atMost: 0.02 },
    detail: `${Math.round((after - before) / 1024)} KiB of ${Math.round(bytes / 1024)} KiB, ${tokens} tokens`,
  }
}

function garbageCollector(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => {
    collect()
    return process.memoryUsage().heapUsed
  }
}

function modelsAt(baseUrl: string): Models {
  const silent = () => undefined
  return createModels({
    providers: [
      {
        name: 'local',
        kind: 'openai-compatible',
        baseUrl,
        model: 'unused',
        apiKey: undefined,
        headers: {},
        sendTemperature: true,
        maxTokensField: 'max_tokens',
        patience: { firstTokenSeconds: 30, idleSeconds: 15, totalSeconds: 120 },
      },
    ],
    defaultName: 'local',
    stub: { reply: async function* () {} },
    timers: createTimers(),
    log: { debug: silent, info: silent, warn: silent, error: silent },
  })
}

const requestFor = (model: string): ReplyRequest => ({
  character: characterRecord({ llm_model: model }),
  playerId: 'ada',
  system: 'You are Mira.',
  messages: [{ role: 'user', content: 'Hello' }],
  actions: [],
})

async function stop(child: ChildProcess): Promise<void> {
  child.kill()
  await once(child, 'exit')
}

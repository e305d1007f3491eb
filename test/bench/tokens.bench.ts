import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createModelRouter, type ModelRouter } from '../../src/adapters/model/model-router.js'
import { NO_KNOWLEDGE } from '../../src/domain/knowledge/ports.js'
import { NOTHING_RECALLED } from '../../src/domain/memories/search/recall-port.js'
import type { ReplyRequest } from '../../src/domain/turns/ports.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { characterRecord } from '../support/http/http-records.js'
import { openAi } from '../support/providers/openai-server.js'
import type { Bench, Figure } from './bench.js'
import { added, measureRounds, startTokenServer, TOKENS } from './tokens-streams.js'

const FLOOD = { full: 100_000, reduced: 5000 }

/** A token through the adapter against the same stream read bare; and what an open reply keeps in memory. */
export const bench: Bench = async (size) => {
  const server = await startTokenServer()
  const models = modelsAt(server.baseUrl)
  const model = `paced-${TOKENS[size]}`
  try {
    const rounds = await measureRounds(size, {
      bare: () => server.readBare(model),
      ours: () => readOurs(models, model),
    })
    return [
      added('through the adapter', rounds, { quantile: 0.5, budgetMs: 1, size }),
      added('through the adapter', rounds, { quantile: 0.99, budgetMs: 8, size }),
      await kept(models, FLOOD[size]),
    ]
  } finally {
    await models.close()
    await server.stop()
  }
}

async function* readOurs(models: ModelRouter, model: string): AsyncIterable<string> {
  for await (const part of models.reply(requestFor(model), new AbortController().signal)) {
    if (part.type === 'text') yield part.text
  }
}

/** What stays in memory of the tokens of a reply that is still open. */
async function kept(models: ModelRouter, tokens: number): Promise<Figure> {
  const collect = garbageCollector()
  const bytes = tokens * openAi.say(' @1234567890123@').join('').length
  const stop = new AbortController()
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

function modelsAt(baseUrl: string): ModelRouter {
  const silent = () => undefined
  return createModelRouter({
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
  knowledge: NO_KNOWLEDGE,
  memories: NOTHING_RECALLED,
  readMessages: 0,
  messages: [{ role: 'user', content: 'Hello' }],
  actions: [],
})

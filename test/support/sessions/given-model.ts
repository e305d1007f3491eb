import { onTestFinished } from 'vitest'
import { createModelRouter } from '../../../src/adapters/model/model-router.js'
import type { ModelProvider } from '../../../src/adapters/model/provider.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import { NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'
import { NOTHING_RECALLED } from '../../../src/domain/memories/search/recall-port.js'
import type { ReplyPart, ReplyRequest } from '../../../src/domain/turns/ports.js'
import { characterRecord } from '../http/http-records.js'
import { type ModelAnswer, startModelServer } from '../providers/model-server.js'

export const SECRET = 'sk-a-secret-that-nobody-may-see'
export const PLAYER_TEXT = 'Do you remember the harbour?'

type Given = {
  readonly provider?: Partial<ModelProvider>
  /** Below the server's address. */
  readonly path?: string
  readonly answers?: readonly ModelAnswer[]
  /** What is answered to a question for the list of models. */
  readonly list?: ModelAnswer
}

/** One provider, the server that stands in for it, and time limits that pass when the test says so. */
export async function givenModel({ provider = {}, path = '/v1', answers = [], list }: Given = {}) {
  const server = await startModelServer(answers, list)
  onTestFinished(server.close)
  const timers = createLimits()
  const logged: object[] = []
  const log = (message: string, fields: object = {}) => void logged.push({ message, ...fields })
  const models = createModelRouter({
    providers: [{ ...localProvider, baseUrl: `${server.url}${path}`, ...provider }],
    defaultName: 'local',
    stub: { reply: async function* () {} },
    timers,
    log: { debug: log, info: log, warn: log, error: log },
  })
  onTestFinished(models.close)
  return { server, timers, logged, models }
}

export const localProvider: ModelProvider = {
  name: 'local',
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'm',
  apiKey: SECRET,
  headers: {},
  sendTemperature: true,
  maxTokensField: 'max_tokens',
  patience: { firstTokenSeconds: 30, idleSeconds: 15, totalSeconds: 120 },
}

export const requestOf = (
  character: Partial<CharacterRecord> = {},
  more: Partial<ReplyRequest> = {},
): ReplyRequest => {
  const record = characterRecord(character)
  return {
    character: record,
    playerId: 'ada',
    system: 'You are Mira.',
    knowledge: NO_KNOWLEDGE,
    memories: NOTHING_RECALLED,
    readMessages: 0,
    messages: [{ role: 'user', content: PLAYER_TEXT }],
    actions: record.actions,
    ...more,
  }
}

/** All parts of a reply, and the error that ended it. */
export async function collectReply(
  parts: AsyncIterable<ReplyPart>,
): Promise<{ parts: ReplyPart[]; error?: unknown }> {
  const heard: ReplyPart[] = []
  try {
    for await (const part of parts) heard.push(part)
    return { parts: heard }
  } catch (error) {
    return { parts: heard, error }
  }
}

export const text = (...texts: string[]): ReplyPart[] => texts.map((each) => ({ type: 'text', text: each }))

/** Time limits that pass when the test says so. */
export function createLimits() {
  const waiting = new Map<() => void, number>()
  return {
    after: (ms: number, due: () => void) => {
      waiting.set(due, ms)
      return () => void waiting.delete(due)
    },
    /** The limits that run, in seconds. */
    running: () => [...waiting.values()].map((ms) => ms / 1000).sort((a, b) => a - b),
    pass: (seconds: number) => {
      for (const [due, ms] of [...waiting]) {
        if (ms !== seconds * 1000) continue
        waiting.delete(due)
        due()
      }
    },
  }
}

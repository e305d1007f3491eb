import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { CONTRACT_LIMITS, type Limits } from '../../src/contract/limits.js'
import type { CharacterRecord } from '../../src/domain/characters/record.js'
import type { NewMessage } from '../../src/domain/conversations/ports.js'
import type { ConversationRecord, MessageRecord } from '../../src/domain/conversations/record.js'
import { type OpenSessionDeps, openSession } from '../../src/domain/sessions/open-session.js'
import { createSessionRegistry } from '../../src/domain/sessions/registry.js'
import { createClock } from '../../src/runtime/clock.js'
import { createEventLog } from './events.js'
import { createPuppetModel } from './puppet-model.js'

export const KEY = 'svc_dGhpcyBpcyBub3QgYSByZWFsIHNlY3JldCBhdCBhbGw'
export const START = new Date('2030-01-02T03:04:05.000Z')

export const guide: CharacterRecord = {
  id: 'c1',
  name: 'Mira',
  tagline: 'keeper of the lighthouse',
  personality: 'Patient and dry.',
  background: 'She has kept the light for thirty years.',
  appearance: null,
  avatar: null,
  source_image_url: null,
  system_prompt: null,
  tts_provider: 'default',
  tts_model: 'default',
  tts_voice: null,
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
  vlm_model: 'default',
  llm_provider: 'default',
  llm_model: 'default',
  llm_temperature: 0.7,
  llm_max_tokens: 2048,
  llm_verbosity: 'medium',
  stt_provider: 'default',
  stt_language: 'en',
  vad_sensitivity: 0.5,
  vad_min_speech_duration_ms: 250,
  text_only: true,
  verbose: false,
  actions: [],
  is_public: false,
  player_id: null,
  model_status: null,
  model_url: null,
  created_at: START.toISOString(),
  updated_at: START.toISOString(),
  account_id: 'a1',
  org_id: null,
  text_only_chosen: false,
}

export const handshake = { api_key: KEY, character_id: 'c1', player_id: 'p1' }

type Given = {
  readonly character?: Partial<CharacterRecord>
  readonly limits?: Partial<Limits>
  /** Leaves each message waiting for the disk until the test lets it go. */
  readonly isDiskHeld?: boolean
}

/** One account with a key, one character, a model that the test speaks for, and time that the test moves. */
export function givenSessions({ character = {}, limits = {}, isDiskHeld = false }: Given = {}) {
  const clock = createClock({ startAt: START, frozen: true, onFailure: (error) => failures.push(error) })
  onTestFinished(clock.stop)
  const failures: unknown[] = []
  const logged: [string, object][] = []
  const log = (message: string, fields: object = {}) => void logged.push([message, fields])
  const model = createPuppetModel()
  const disk = createDisk(isDiskHeld)
  const sessions = createSessionRegistry()
  const timers = createStandingTimers()
  let record: CharacterRecord | undefined = { ...guide, ...character }
  let lastId = 0

  const deps: OpenSessionDeps = {
    accounts: { find: async () => undefined, findByEmail: async () => undefined, ensure: async (a) => a },
    keys: {
      findByHash: async (hash) => (hash === keyRecord.hash ? keyRecord : undefined),
      touch: () => undefined,
    },
    identity: { verify: async () => undefined },
    secrets: {
      token: () => 'unused',
      hash: (secret) => createHash('sha256').update(secret).digest('hex'),
      same: (a, b) => a === b,
    },
    ids: {
      uuid: () => {
        lastId += 1
        return `id${lastId}`
      },
    },
    characters: { find: async (id) => (id === record?.id ? record : undefined) },
    conversations: disk.conversations,
    sessions,
    clock,
    timers,
    limits: { ...CONTRACT_LIMITS, ...limits },
    log: { debug: log, info: log, warn: log, error: log },
    model: model.model,
  }

  return {
    deps,
    clock,
    timers,
    model,
    disk,
    sessions,
    logged,
    failures,
    deleteCharacter: () => {
      record = undefined
      disk.dropConversations()
    },
    changeCharacter: (change: Partial<CharacterRecord>) => {
      if (record !== undefined) record = { ...record, ...change }
    },
    open: async (shown: object = {}) => {
      const events = createEventLog()
      let closes = 0
      const session = await openSession(
        deps,
        { ...handshake, ...shown },
        {
          emit: events.add,
          close: () => {
            closes += 1
          },
        },
      )
      return { session, events, closes: () => closes }
    },
  }
}

const keyRecord = {
  id: 'k1',
  name: 'ci',
  preview: 'svc_dGhp',
  scopes: ['conversations:write' as const],
  createdAt: START.toISOString(),
  lastUsedAt: null,
  accountId: 'a1',
  hash: createHash('sha256').update(KEY).digest('hex'),
}

/** Conversations on a disk that the test can hold up. */
function createDisk(isHeld: boolean) {
  const messages: MessageRecord[] = []
  const conversations: ConversationRecord[] = []
  const held: (() => void)[] = []
  let wake: () => void = () => undefined

  const sync = () => {
    if (!isHeld) return Promise.resolve()
    const synced = new Promise<void>((resolve) => held.push(resolve))
    wake()
    return synced
  }
  return {
    messages,
    held,
    said: () => messages.map(({ role, content }) => `${role}: ${content}`),
    /** Lets the next write reach the disk, once there is one. */
    release: async () => {
      while (held.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      held.shift()?.()
    },
    dropConversations: () => conversations.splice(0),
    conversations: {
      open: async (candidate: ConversationRecord) => {
        const same = conversations.find(
          ({ characterId, playerId }) =>
            characterId === candidate.characterId && playerId === candidate.playerId,
        )
        if (same === undefined) conversations.push(candidate)
        return same ?? candidate
      },
      append: async (conversationId: string, message: NewMessage) => {
        if (!conversations.some(({ id }) => id === conversationId)) return undefined
        const record = { ...message, id: messages.length + 1, conversationId }
        messages.push(record)
        await sync()
        return record
      },
      messages: async ({ conversationId, limit }: { conversationId: string; limit: number }) => {
        const all = messages.filter((message) => message.conversationId === conversationId)
        return { messages: all.slice(-limit), total: all.length }
      },
    },
  }
}

/** Timers that run out when the test says so. */
function createStandingTimers() {
  const waiting = new Map<() => void, number>()
  return {
    waiting,
    after: (ms: number, due: () => void) => {
      waiting.set(due, ms)
      return () => void waiting.delete(due)
    },
    elapsed: () => 0,
    sleep: () => Promise.resolve(),
    runOut: () => {
      for (const due of [...waiting.keys()]) due()
    },
  }
}

import { createHash } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createImages } from '../../../src/adapters/images/images.js'
import { CONTRACT_LIMITS, type Limits } from '../../../src/contract/limits.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { Timers } from '../../../src/domain/clock.js'
import type {
  CompletedTurn,
  NewMessage,
  Pair,
  TurnQuery,
  TurnSnapshot,
} from '../../../src/domain/conversations/ports.js'
import type {
  ConversationRecord,
  MessageRecord,
  PromptBlock,
} from '../../../src/domain/conversations/record.js'
import {
  type KnowledgeQuery,
  NO_KNOWLEDGE,
  type RetrievedKnowledge,
} from '../../../src/domain/knowledge/ports.js'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import type { ExtractionResult } from '../../../src/domain/memories/changes/apply-plan.js'
import { NO_RESULT } from '../../../src/domain/memories/extract/extract-conversation.js'
import {
  NOTHING_RECALLED,
  type Recalled,
  type RecallQuery,
} from '../../../src/domain/memories/search/recall-port.js'
import { createMeter } from '../../../src/domain/operations/meter.js'
import type { OrganizationRecord } from '../../../src/domain/organizations/record.js'
import { createInProcessPresence } from '../../../src/domain/presence.js'
import { type OpenSessionDeps, openSession } from '../../../src/domain/sessions/open-session.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import { createTurnTraces } from '../../../src/domain/turns/traces.js'
import type { VoiceEngine } from '../../../src/domain/voice/engine.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { createControlledVision } from '../images/controlled-vision.js'
import { createStubSpeechEngine } from '../speech/stub-speech-engine.js'
import { aCharacter, aKey } from '../stores/store-records.js'
import { createControlledModel } from './controlled-model.js'
import { createEventLog } from './event-log.js'

export const KEY = 'svc_dGhpcyBpcyBub3QgYSByZWFsIHNlY3JldCBhdCBhbGw'
export const START = new Date('2030-01-02T03:04:05.000Z')

export const guide = aCharacter({
  id: 'c1',
  account_id: 'a1',
  name: 'Mira',
  tagline: 'keeper of the lighthouse',
  personality: 'Patient and dry.',
  background: 'She has kept the light for thirty years.',
})

export const handshake = { api_key: KEY, character_id: 'c1', player_id: 'p1' }

type Given = {
  readonly character?: Partial<CharacterRecord>
  readonly limits?: Partial<Limits>
  /** Leaves each message waiting for the disk until the test lets it go. */
  readonly isDiskHeld?: boolean
  /** Time that the test moves; else timers stand until the test lets them run out. */
  readonly timers?: Timers
  readonly voice?: Partial<VoiceEngine>
  /** In place of the one that the test speaks for. */
  readonly model?: LanguageModel
}

/** One account with a key, one character, a model that the test speaks for, and time that the test moves. */
export function givenSessions(given: Given = {}) {
  const { character = {}, limits = {}, isDiskHeld = false } = given
  const clock = createClock({ startAt: START, frozen: true, onFailure: (error) => failures.push(error) })
  onTestFinished(clock.stop)
  const failures: unknown[] = []
  const logged: [string, object][] = []
  const log = (message: string, fields: object = {}) => void logged.push([message, fields])
  const model = createControlledModel()
  const disk = createStallableStore(isDiskHeld, () => record && { record, version: characterVersion })
  const sessions = createInProcessPresence()
  const timers = createStandingTimers()
  const meter = createMeter()
  const knowledge = createControlledKnowledge()
  const traces = createTurnTraces({ clock })
  const extractor = createControlledExtractor()
  const recall = createControlledRecall()
  const vision = createControlledVision()
  const store = createInMemoryStore()
  onTestFinished(store.close)
  let record: CharacterRecord | undefined = { ...guide, ...character }
  const organizations = new Map<string, OrganizationRecord>()
  let characterVersion = 1
  let lastId = 0

  const deps: OpenSessionDeps = {
    accounts: {
      find: async () => undefined,
      findMany: async () => [],
      findByEmail: async () => undefined,
      ensure: async (a) => a,
    },
    keys: {
      findByHash: async (hash) => (hash === keyRecord.hash ? keyRecord : undefined),
      recordUse: () => undefined,
    },
    identity: { verify: async () => undefined },
    secrets: {
      token: () => 'unused',
      hash: hashOf,
      timingSafeEqual: (a, b) => a === b,
    },
    ids: {
      uuid: () => {
        lastId += 1
        return `id${lastId}`
      },
    },
    shares: store.shares,
    transact: store.transact,
    files: store.files,
    images: createImages(),
    vision: vision.vision,
    liveShares: createInProcessLeases(),
    organizations: { find: async (id) => organizations.get(id) },
    characters: { find: async (id) => (id === record?.id ? record : undefined) },
    conversations: disk.conversations,
    sessions,
    clock,
    timers: given.timers ?? timers,
    limits: { ...CONTRACT_LIMITS, ...limits },
    log: { debug: log, info: log, warn: log, error: log },
    model: given.model ?? model.model,
    meter,
    voice: { ...createStubSpeechEngine(), ...given.voice },
    knowledge: knowledge.port,
    traces,
    extractor: extractor.extractor,
    recall: recall.recall,
  }

  return {
    deps,
    meter,
    clock,
    timers,
    knowledge,
    traces,
    extractor,
    recall,
    vision,
    model,
    disk,
    sessions,
    logged,
    failures,
    organizations,
    deleteCharacter: () => {
      record = undefined
      disk.dropConversations()
    },
    changeCharacter: (change: Partial<CharacterRecord>) => {
      if (record !== undefined) record = { ...record, ...change }
      characterVersion += 1
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

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

export const keyRecord = aKey({
  id: 'k1',
  accountId: 'a1',
  scopes: ['conversations:write'],
  hash: hashOf(KEY),
})

/** A knowledge base whose answers the test gives; it lists the characters whose indexes were to be built. */
function createControlledKnowledge() {
  const asked: KnowledgeQuery[] = []
  const warmed: string[] = []
  let knowledge: Promise<RetrievedKnowledge> = Promise.resolve(NO_KNOWLEDGE)
  return {
    asked,
    warmed,
    know: (next: RetrievedKnowledge | Promise<RetrievedKnowledge>) => {
      knowledge = Promise.resolve(next)
    },
    port: {
      retrieve: (question: KnowledgeQuery) => {
        asked.push(question)
        return knowledge
      },
      warm: (characterId: string) => void warmed.push(characterId),
    },
  }
}

/** Extractions that the test lets end. */
function createControlledExtractor() {
  const asked: Pair[] = []
  let prepared = 0
  const waiting: ((learned: ExtractionResult) => void)[] = []
  return {
    asked,
    /** How often it was warmed up. */
    prepared: () => prepared,
    /** Ends the oldest extraction that runs. */
    learn: (learned: ExtractionResult = NO_RESULT) => waiting.shift()?.(learned),
    extractor: {
      prepare: () => {
        prepared += 1
      },
      extract: (pair: Pair) => {
        asked.push(pair)
        return new Promise<ExtractionResult>((resolve) => waiting.push(resolve))
      },
    },
  }
}

/** Memories that the test gives out, and what is told of their use. */
function createControlledRecall() {
  const asked: RecallQuery[] = []
  const used: Recalled[] = []
  const followed: Pair[] = []
  const warmed: Pair[] = []
  let recalled = Promise.resolve(NOTHING_RECALLED)
  return {
    asked,
    used,
    followed,
    warmed,
    remember: (next: Partial<Recalled>) => {
      recalled = Promise.resolve({ ...NOTHING_RECALLED, ...next })
    },
    recall: {
      recall: (question: RecallQuery) => {
        asked.push(question)
        return recalled
      },
      recordUse: async (_: Pair, memories: Recalled) => void used.push(memories),
      refreshIndex: (pair: Pair) => void followed.push(pair),
      warmIndex: (pair: Pair) => void warmed.push(pair),
    },
  }
}

/** Conversations on a disk that the test can hold up. */
function createStallableStore(isHeld: boolean, readCharacter: () => TurnSnapshot['character']) {
  const used: (readonly string[])[] = []
  let version = 1
  const messages: MessageRecord[] = []
  const prompts: (PromptBlock | undefined)[] = []
  const conversations: ConversationRecord[] = []
  const held: (() => void)[] = []
  let wake: () => void = () => undefined

  const sync = () => {
    if (!isHeld) return Promise.resolve()
    const synced = new Promise<void>((resolve) => held.push(resolve))
    wake()
    return synced
  }
  const store = async (conversationId: string, message: NewMessage, prompt?: PromptBlock) => {
    if (!conversations.some(({ id }) => id === conversationId)) return undefined
    const record = { ...message, id: messages.length + 1, conversationId }
    messages.push(record)
    prompts.push(prompt)
    version += 1
    await sync()
    return record
  }
  const remembered = (conversationId: string, limit: number) =>
    messages.filter((message) => message.conversationId === conversationId).slice(-limit)
  return {
    messages,
    prompts,
    /** The memories whose use was stored, reply by reply. */
    used,
    held,
    said: () => messages.map(({ role, content }) => `${role}: ${content}`),
    /** Lets the next write reach the disk, once there is one. */
    release: async () => {
      while (held.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      held.shift()?.()
    },
    dropConversations: () => conversations.splice(0),
    conversations: {
      findOrCreate: async (candidate: ConversationRecord) => {
        const same = conversations.find(
          ({ characterId, playerId }) =>
            characterId === candidate.characterId && playerId === candidate.playerId,
        )
        if (same === undefined) conversations.push(candidate)
        return same ?? candidate
      },
      append: store,
      completeTurn: async ({ conversationId, message, usedMemoryIds }: CompletedTurn) => {
        used.push(usedMemoryIds)
        return store(conversationId, message)
      },
      readTurn: async ({ conversationId, messageLimit }: TurnQuery): Promise<TurnSnapshot> => {
        const found = conversations.find(({ id }) => id === conversationId)
        return {
          character: readCharacter(),
          conversation: found && { record: { ...found, messageCount: messages.length }, version },
          messages: remembered(conversationId, messageLimit),
          coreFacts: [],
          activeMemories: 0,
          documents: [],
        }
      },
      updateContent: async (messageId: number, content: string | undefined) => {
        version += 1
        const at = messages.findIndex(({ id }) => id === messageId)
        const [message] = messages.splice(at, 1)
        if (message !== undefined && content !== undefined) messages.splice(at, 0, { ...message, content })
      },
    },
  }
}

/** Timers that run out when the test says so. */
function createStandingTimers() {
  const waiting = new Map<() => void, number>()
  const after = (ms: number, due: () => void) => {
    waiting.set(due, ms)
    return () => void waiting.delete(due)
  }
  return {
    waiting,
    after,
    afterInput: after,
    elapsed: () => 0,
    sleep: () => Promise.resolve(),
    runOut: () => {
      for (const due of [...waiting.keys()]) due()
    },
  }
}

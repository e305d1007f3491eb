import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BatchRequestSchema } from '../../src/contract/batch-requests.js'
import { ActionSchema, type CharacterConfig, CharacterConfigSchema } from '../../src/contract/characters.js'
import { operations } from '../../src/contract/index.js'
import type { Access } from '../../src/contract/operation.js'
import { insertShare } from '../../src/domain/shares/create.js'
import { NO_RATE_LIMITS } from '../../src/runtime/config/limits-config.js'
import { NOW, startHttp } from '../support/http/http.js'
import { arbitraryInvalid, arbitraryValid, type Overrides } from '../support/http/http-arbitrary.js'
import { characterRecord, organizationRecord } from '../support/http/http-records.js'
import { aCreation, aFailedBatch } from '../support/knowledge/document-records.js'
import { propertyRuns } from '../support/rounds.js'
import { aShare } from '../support/stores/store-records.js'

/**
 * What a schema cannot say: no document exists yet; clocks reach no further than year 9999; addresses fold case; a
 * purge is confirmed with the id, and with a reason when it is forced. A streamed turn is no JSON.
 */
const overrides: Overrides = {
  document_ids: fc.constantFrom(null, []),
  actions: fc.oneof(fc.constant(null), fc.array(arbitraryValid(ActionSchema), { maxLength: 3 })),
  advance: fc.constantFrom('PT1H30M', 'P1D', 'P1Y2M'),
  set: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,9}@[a-z]{1,9}$/),
  confirmOrgId: fc.constant('o1'),
  force: fc.constant(false),
  image: fc.constant('cGl4ZWxz'),
  url: fc.constant('https://origin.test/a.pdf'),
  headers: fc.constant({}),
  customIds: fc.constantFrom(null, ['one']),
  characterAId: fc.constant('c1'),
  stream: fc.constant(false),
  characterBId: fc.constant('c2'),
  documents: fc.oneof(
    fc.constant(null),
    // With what a broken `document_ids` may hold there are never more than ten.
    fc.array(fc.constant({ url: 'https://origin.test/a.pdf' }), { maxLength: 7 }),
  ),
}
/** As `overrides`, where a name means another thing elsewhere, or must be different each time. */
const overridesOf = (name: string): Overrides => ({
  ...overrides,
  ...(name === 'createShare' ? { characterId: fc.constant('c1') } : {}),
  // Left out: the types of documents are not those of parameters.
  ...(['addDocument', 'submitBatch'].includes(name) ? { type: fc.constant(undefined) } : {}),
  requests: fc.uniqueArray(arbitraryValid(BatchRequestSchema, overrides), {
    minLength: 1,
    maxLength: 3,
    selector: (request) => (request as { customId: string }).customId,
  }),
})

const withBody = operations.flatMap(({ schema, ...operation }) =>
  schema.body === undefined
    ? []
    : [{ ...operation, name: schema.operationId, body: schema.body, params: schema.params }],
)

type Sent = Readonly<Record<string, unknown>>

/** How each operation shows in its answer what it was sent. */
const comesBack: Readonly<Record<string, (sent: Sent, answer: Sent) => void>> = {
  createCharacter: showsCharacter,
  updateCharacter: showsCharacter,
  createAgent: showsAgent,
  updateAgent: showsAgent,
  issueIdToken: ({ email }, { account }) => expect(account).toMatchObject({ email }),
  createKey: ({ name, scopes }, answer) => {
    expect(answer.name).toBe(name)
    if (scopes !== undefined) expect(new Set(answer.scopes as string[])).toEqual(new Set(scopes as string[]))
  },
  createOrganization: ({ name }, answer) => expect(answer.name).toBe(name),
  addMember: ({ email }, answer) => expect(answer.email).toBe(email),
  purgeOrganization: ({ confirmOrgId }, answer) => expect(answer.id).toBe(confirmOrgId),
  createFromImage: ({ ttsProvider, useDefaultVoice }, answer) => {
    expect(answer.tts_provider).toBe(ttsProvider ?? 'default')
    expect(answer.generated_voice_id === null).toBe(useDefaultVoice === true)
  },
  createAgentFromImage: ({ tts_provider, use_default_voice }, answer) => {
    expect(answer.ttsProvider).toBe(tts_provider ?? 'default')
    expect(answer.generatedVoiceId === null).toBe(use_default_voice === true)
  },
  startModel: showsRigged,
  startAgentModel: showsRigged,
  submitBatch: ({ requests }, answer) =>
    expect(answer.counts).toMatchObject({ total: (requests as unknown[]).length, failed: 0 }),
  retryBatch: (_, answer) => expect(answer.retryOf).toBe('b1'),
  // A blank name is none.
  addDocument: ({ name = '' }, answer) =>
    expect(answer.name).toBe(String(name).trim() === '' ? 'a.pdf' : name),
  createMemory: showsMemory,
  updateMemory: showsMemory,
  createAgentMemory: showsMemory,
  updateAgentMemory: showsMemory,
  searchMemories: ({ query }, answer) => expect(answer.query).toBe(query),
  searchAgentMemories: ({ query }, answer) => expect(answer.query).toBe(query),
  explainSearch: ({ query }, answer) => expect(answer.query).toBe(query),
  explainMemory: ({ query }, answer) => expect(answer).toMatchObject({ query, status: 'active' }),
  createShare: ({ permanent, ttl }, answer) => {
    if (permanent === true) expect(answer).toMatchObject({ expiresAt: null, anchorUrl: expect.any(String) })
    else if (typeof ttl === 'number') {
      const end = Date.parse(NOW) + ttl * 1000
      expect(answer).toMatchObject({ expiresAt: new Date(end).toISOString() })
    }
  },
  retryTurn: ({ persona }, { retryOf, characterName }) => {
    expect(retryOf).toEqual(expect.any(String))
    expect(characterName).toBe((persona as { name?: string } | undefined)?.name ?? TALKER)
  },
  takeTurn: ({ playerId }, answer) =>
    expect(answer).toMatchObject({ playerId, text: expect.stringMatching(/./) }),
  startEncounter: (_, answer) => expect(answer).toEqual({ encounterId: expect.any(String) }),
  startOldEncounter: (_, answer) => expect(answer).toEqual({ encounterId: expect.any(String) }),
  exchangeShare: ({ recipientId }, { playerId }) => {
    if (typeof recipientId === 'string') expect(String(playerId).endsWith(recipientId)).toBe(true)
  },
  setClock: ({ set, advance, frozen }, answer) => {
    if (frozen !== undefined) expect(answer.frozen).toBe(frozen)
    if (set !== undefined && advance === undefined && answer.frozen === true) expect(answer.now).toBe(set)
  },
}

const PREFIXES = { persona: '', llm: 'llm_', tts: 'tts_', stt: 'stt_', vad: 'vad_', vlm: 'vlm_' } as const

function showsCharacter(sent: CharacterConfig, answer: Sent): void {
  for (const [section, prefix] of Object.entries(PREFIXES) as [keyof typeof PREFIXES, string][]) {
    const given: Sent = sent[section] ?? {}
    for (const name of Object.keys(CharacterConfigSchema.properties[section].properties)) {
      if (Object.hasOwn(given, name)) expect(answer[prefix + name]).toEqual(given[name])
    }
  }
  for (const name of ['appearance', 'text_only', 'verbose', 'is_public', 'avatar'] as const) {
    if (sent[name] !== undefined) expect(answer[name]).toEqual(sent[name])
  }
  if (sent.actions !== undefined) expect(answer.actions).toEqual((sent.actions ?? []).map(asShown))
}

function showsAgent(sent: CharacterConfig, answer: Sent): void {
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  showsCharacter(
    sent,
    Object.fromEntries(Object.entries(answer).map(([name, value]) => [snakeCase(name), value])),
  )
}

/** The body may be left out. */
function showsRigged(sent: Sent | null, { rigged }: Sent): void {
  expect(rigged).toBe(sent?.rigged ?? false)
}

function showsMemory(sent: Sent, answer: Sent): void {
  expect(answer).toMatchObject(sent)
}

const asShown = ({ name, description, parameters }: NonNullable<CharacterConfig['actions']>[number]) => ({
  name,
  ...(description === undefined ? {} : { description }),
  parameters: (parameters ?? []).map((parameter) => ({
    name: parameter.name,
    type: parameter.type ?? 'string',
    required: parameter.required ?? false,
    description: parameter.description ?? null,
  })),
})

/** What is in a picture is for other tests: here every text is one. */
const picture = { bytes: Buffer.from('pixels'), extension: 'png' as const }
const images = { sanitize: async () => picture, cropSquare: async () => picture }
const texts = { name: 'Ada', tagline: 'Countess', appearance: 'Tall', voice: 'Low', persona: 'Witty' }
const vision = { describe: async () => 'A lady', suggestCharacter: async () => texts }

const LOCAL_SECRET = 'local'
/** The name of the character that an operation is about, before it is changed. */
const TALKER = 'Ada'

/** The operation on a record that is there, with the credential that it asks for. */
async function open({ method, url, config, name }: (typeof withBody)[number]) {
  const { call, store, key } = await startHttp({
    limits: NO_RATE_LIMITS,
    images,
    vision,
    localSecret: LOCAL_SECRET,
  })
  await store.batches.create(aCreation({ batch: aFailedBatch() }))
  for (const id of ['c1', 'c2']) await store.characters.insert(characterRecord({ id }))
  await insertShare(store, aShare({ id: 's1', characterId: 'c1', owner_user_id: 'a1' }), 1)
  const deletedAt = name === 'purgeOrganization' ? '2029-01-01T00:00:00.000Z' : null
  const headers = bearerOf(config, key)
  return async (sent: unknown) => {
    const isThere = (await store.organizations.find('o1')) !== undefined
    if (!isThere) await store.organizations.insert(organizationRecord({ deletedAt }))
    // A new one each time: a character holds ten documents at most.
    const fields = { appearance: 'Tall', persona: { name: TALKER } }
    const { body } = await call('POST', '/api/v1/characters', { body: fields })
    const { id } = body as { id: string }
    const path = url
      .replace(':characterId', id)
      .replace(':orgId', 'o1')
      .replace(':batchId', 'b1')
      .replace(':playerId', 'p1')
      .replace(':shareId', 's1')
      .replace(':messageId', url.includes(':messageId') ? await takeTurn(call, id) : '')
      .replace(':memoryId', url.includes(':memoryId') ? await writeMemory(call, id) : '')
    return call(method, path, { body: sent, headers })
  }
}

/** What is sent besides the key in `X-API-Key`. */
function bearerOf(config: Access, key: string): Record<string, string> {
  if (!('scope' in config) && config.credential === 'local') return { 'x-parley-local': LOCAL_SECRET }
  if (!('scope' in config)) return { authorization: 'Bearer id:a1@example.org' }
  return config.keyAs === 'bearer' ? { authorization: `Bearer ${key}` } : {}
}

type Call = Awaited<ReturnType<typeof startHttp>>['call']

async function takeTurn(call: Call, id: string): Promise<string> {
  const body = { message: 'Hello', playerId: 'p1' }
  const taken = await call('POST', `/api/v1/characters/${id}/turn`, { body })
  return (taken.body as { messageId: string }).messageId
}

async function writeMemory(call: Call, id: string): Promise<string> {
  const body = { content: 'Likes tea', memoryType: 'preference' }
  const written = await call('POST', `/api/v1/characters/${id}/players/p1/memories`, { body })
  return (written.body as { id: string }).id
}

test.each(withBody)(
  '$name: what the schema accepts is accepted, and comes back equal',
  { tags: 'rounds' },
  async (operation) => {
    const send = await open(operation)
    const check = comesBack[operation.name]
    expect(check, `${operation.name} needs a way to tell that its body came back`).toBeDefined()
    await fc.assert(
      fc.asyncProperty(arbitraryValid(operation.body, overridesOf(operation.name)), async (body) => {
        const answer = await send(body)
        expect([answer.status, answer.body]).toEqual([expect.toSatisfy(isSuccess), expect.anything()])
        check?.(body as Sent, answer.body as Sent)
      }),
      { numRuns: propertyRuns(150) },
    )
  },
)

test.each(withBody)(
  '$name: one thing wrong is a 422 that points at it',
  { tags: 'rounds' },
  async (operation) => {
    const send = await open(operation)
    await fc.assert(
      fc.asyncProperty(
        arbitraryInvalid(operation.body, overridesOf(operation.name)),
        async ({ value, loc }) => {
          fc.pre(areApart(value))
          expect(await send(value)).toMatchObject({
            status: 422,
            body: { detail: [{ loc: ['body', ...loc], msg: expect.any(String), type: expect.any(String) }] },
          })
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  },
)

/** Two requests of a batch by one id would be a second thing wrong. */
function areApart(body: unknown): boolean {
  const { requests } = (body ?? {}) as { requests?: unknown }
  if (!Array.isArray(requests)) return true
  const ids = requests.map((request: { customId?: unknown } | null) => request?.customId)
  return new Set(ids).size === ids.length
}

const isSuccess = (status: number) => status >= 200 && status < 300

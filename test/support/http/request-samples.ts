import type { Operation } from '../../../src/contract/operation.js'
import { uuidFromName } from '../../../src/runtime/process/random.js'
import { DOCUMENT_SAMPLES } from '../knowledge/document-samples.js'
import { glb } from '../models/glb-files.js'
import {
  type Ask,
  BARE_CHARACTER_ID,
  FULL_CHARACTER_ID,
  type Headers,
  type Populated,
} from '../servers/populated-server.js'
import { formWith, onePixel } from './forms.js'

/** A request that succeeds on the populated server. What is not said follows from the operation. */
export type RequestSample = {
  readonly query?: string
  readonly body?: unknown
  readonly form?: () => FormData
  readonly headers?: Headers
  /** In place of what the world has under the names of these path parameters. */
  readonly ids?: Readonly<Record<string, string>>
  /** What must have happened before, by the owner; gives the ids of what it made. */
  readonly prepare?: (world: Populated) => Promise<Readonly<Record<string, string>>>
}

/** The first memory of `populated.yaml`, which the second supersedes. */
const SUPERSEDED = uuidFromName(`memory/${FULL_CHARACTER_ID}/ada/0`)

const MEETING = { characterAId: ':characterId', characterBId: BARE_CHARACTER_ID, prompt: 'They meet' }
const TURN = { message: 'Hello', playerId: 'ada' }

/**
 * By operation id. An operation needs an entry only when its path parameters with an empty object for a body (where it
 * takes one) do not succeed; several samples where its answers differ in shape.
 */
const SAMPLES: Readonly<Record<string, readonly RequestSample[]>> = {
  ...DOCUMENT_SAMPLES,
  issueIdToken: [{ body: { email: 'new@example.org' } }],
  createKey: [{ body: { name: 'new' } }, { body: { name: 'new', scopes: ['memories:read'] } }],
  createOrganization: [{ body: { name: 'Day Shift' } }],
  addMember: [{ body: { email: 'new@example.org' } }],
  purgeOrganization: [
    {
      prepare: async ({ send, asOwner, ids: { orgId = '' } }) => {
        await send({
          method: 'DELETE',
          path: `/api/control/v1/organizations/${orgId}`,
          headers: asOwner,
        })
        return { confirmOrgId: orgId }
      },
      body: { confirmOrgId: ':confirmOrgId', force: true, reason: 'asked for' },
    },
  ],
  getCharacter: [{}, { ids: { characterId: '22222222-2222-4222-8222-222222222222' } }],
  getAgent: [{}, { ids: { characterId: '22222222-2222-4222-8222-222222222222' } }],
  uploadAvatar: [{ form: () => formWith('image', 'mira.png', onePixel()) }],
  createFromImage: [
    { body: { image: onePixel().toString('base64') } },
    { form: () => formWith('image', 'mira.png', onePixel()) },
    { body: { image: onePixel().toString('base64'), useDefaultVoice: true } },
  ],
  createAgentFromImage: [
    { body: { image: onePixel().toString('base64'), mime_type: 'image/png' } },
    { form: () => formWith('image', 'mira.png', onePixel()) },
  ],
  uploadDocumentFile: [{ form: () => formWith('file', 'handbook.pdf', onePixel()) }],
  startModel: [{}, { body: { rigged: true } }],
  uploadModelFile: [{ form: () => formWith('model', 'mira.glb', glb()) }],
  updateCharacter: [{ body: { persona: { name: 'New' }, llm: { temperature: 1, max_tokens: 20 } } }],
  getConversation: [{}, { ids: { playerId: 'bob' } }],
  listMemories: [{}, { query: 'status=deleted&limit=1' }, { ids: { playerId: 'nobody' } }],
  memoryTimeline: [{}, { query: 'groupBy=week&startDate=2029-01-01' }],
  memoryGraph: [{}, { query: 'includeEntities=true&includeCharacterMemories=true' }],
  agentMemoryGraph: [{ query: 'include_entities=true&include_character_memories=true' }],
  searchMemories: [{ body: { query: 'vermilion' } }, { body: { query: 'nothing like it', limit: 1 } }],
  agentMemoryTimeline: [{ query: 'group_by=month&end_date=2031-01-01T00:00:00Z' }],
  searchAgentMemories: [{ body: { query: 'vermilion' } }],
  memoryHistory: [{}, { ids: { memoryId: SUPERSEDED } }],
  memoriesAsOf: [{ query: 'asOf=2030-01-01' }, { query: 'asOf=2030-01-01&status=superseded' }],
  memoriesFading: [{ query: 'days=36500' }, {}],
  undoSupersession: [{ ids: { memoryId: SUPERSEDED } }],
  explainSearch: [{ body: { query: 'where is home' } }],
  explainMemory: [
    { body: { query: 'where is home' } },
    { body: { query: 'x', limit: 1 }, ids: { memoryId: SUPERSEDED } },
  ],
  turnPrompt: [{ ids: { messageId: '2' } }],
  getTurnTrace: [{ prepare: finishedTurn }],
  getTurnModelRequest: [{ prepare: finishedTurn }],
  retryTurn: [{ prepare: finishedTurn, body: { persona: { personality: 'Grumpy' } } }],
  createMemory: [{ body: { content: 'new', memoryType: 'fact' } }],
  updateMemory: [{ body: { content: 'new' } }, {}],
  deleteMemory: [{}, { query: 'hard=true' }],
  deleteAllMemories: [{ query: 'confirm=true' }],
  listAgentMemories: [{}, { query: 'memory_type=preference&sort_by=content' }],
  createAgentMemory: [{ body: { content: 'new', memoryType: 'fact' } }],
  updateAgentMemory: [{ body: { content: 'new' } }],
  deleteAllAgentMemories: [{ query: 'confirm=true' }],
  createShare: [
    { body: { characterId: ':characterId', ttl: '7d', maxExchanges: 3, maxInteractions: 100 } },
    { body: { characterId: ':characterId', permanent: true, memorySharing: 'shared' } },
  ],
  takeTurn: [{ body: TURN }, { body: { ...TURN, remember: false, playerId: 'nobody' } }],
  startEncounter: [{ body: MEETING }, { body: { ...MEETING, maxTurns: 1, starter: 'b', voice: true } }],
  startOldEncounter: [{ body: MEETING }],
  exchangeShare: [{ prepare: expiringShare, body: { recipientId: 'grace' } }],
  listShares: [{}, { prepare: expiringShare }],
  listMessages: [{}, { query: 'limit=1' }, { ids: { playerId: 'nobody' } }],
}

async function expiringShare({ send, apiKey, ids: { characterId } }: Populated) {
  const answer = await send({
    method: 'POST',
    path: '/api/v1/share',
    headers: { authorization: `Bearer ${apiKey}` },
    body: { characterId },
  })
  return { shareId: (answer.body as { token: string }).token }
}

async function finishedTurn({ send, apiKey, ids: { characterId = '' } }: Populated) {
  const answer = await send({
    method: 'POST',
    path: pathOf('/api/v1/characters/:characterId/turn', { characterId }),
    headers: { 'x-api-key': apiKey },
    body: TURN,
  })
  return { messageId: (answer.body as { messageId: string }).messageId }
}

/** The samples of an operation; one that follows from its schema where the table has none. */
export const requestSamplesOf = ({ schema }: Operation): readonly RequestSample[] =>
  SAMPLES[schema.operationId] ?? [{}]

/** The ids that the table speaks of and no operation has any more. */
export const strayNames = (operations: readonly Operation[]): string[] => {
  const known = new Set(operations.map(({ schema }) => schema.operationId))
  return Object.keys(SAMPLES).filter((name) => !known.has(name))
}

/** The request of a sample, prepared, without a credential. */
export async function requestFor(
  operation: Operation,
  sample: RequestSample,
  world: Populated,
): Promise<Ask> {
  const made = (await sample.prepare?.(world)) ?? {}
  const ids: Readonly<Record<string, string>> = { ...world.ids, ...sample.ids, ...made }
  const takesBody = operation.schema.body !== undefined
  const body = sample.body ?? (takesBody && sample.form === undefined ? {} : undefined)
  return {
    method: operation.method,
    path: `${pathOf(operation.url, ids)}${sample.query === undefined ? '' : `?${sample.query}`}`,
    headers: sample.headers ?? {},
    ...(body === undefined ? {} : { body: filled(body, ids) }),
    form: sample.form?.(),
  }
}

/** The path with an id in the place of each parameter. */
export const pathOf = (url: string, ids: Readonly<Record<string, string>>): string =>
  url.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`${url}: the populated world has nothing under ${name}`)
    return encodeURIComponent(id)
  })

/** Texts that name an id (`:documentId`) become it. */
function filled(body: unknown, ids: Readonly<Record<string, string>>): unknown {
  const fill = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(':') ? (ids[value.slice(1)] ?? value) : value
  return JSON.parse(JSON.stringify(body, fill))
}

/** The credential that an operation asks for, of the owner. */
export const ownerCredential = (
  { config }: Operation,
  { apiKey, localSecret, asOwner }: Populated,
): Headers => {
  if ('scope' in config) {
    return config.keyAs === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey }
  }
  if (config.credential === 'local') return { 'x-parley-local': localSecret }
  return config.credential === 'none' ? {} : asOwner
}

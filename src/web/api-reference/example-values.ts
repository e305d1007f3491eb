import type { KnownIds } from './known-ids.js'

const CHARACTER = '5f0c1d5e-6f0a-4d57-9a55-1f1d4c2b7a10'
const MOMENT = '2030-01-02T03:04:05.678Z'

/** The server that the page is from: another address would look like a second server. Without a page, the usual one. */
export const SERVER =
  (globalThis as { readonly location?: { readonly origin: string } }).location?.origin ??
  'http://127.0.0.1:4750'

/** What fields of these names hold in examples; the first that the schema allows is used. */
const BY_NAME: Readonly<Record<string, readonly unknown[]>> = {
  name: ['Mira', 'wave_hand'],
  character_name: ['Mira'],
  speakerName: ['Mira'],
  personality: ['Warm, curious, speaks briefly'],
  content: ['Her sister Vera keeps eleven bees'],
  message: ['Do you remember me?'],
  text: ['Do you remember me?'],
  input: ['Do you remember me?'],
  reply: ['Of course. How are the bees?'],
  query: ['bees'],
  email: ['ada@example.org'],
  characterId: [CHARACTER],
  agentId: [CHARACTER],
  playerId: ['ada'],
  memoryId: ['b7e1f0a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b'],
  conversationId: ['c2a9d8e7-1b2c-4d3e-9f4a-5b6c7d8e9f0a'],
  userId: ['e1f2a3b4-5c6d-4e7f-8a9b-1c2d3e4f5a6b'],
  accountId: ['e1f2a3b4-5c6d-4e7f-8a9b-1c2d3e4f5a6b'],
  messageId: ['a3b4c5d6-7e8f-4a9b-8c0d-2e3f4a5b6c7d'],
  // Of a memory that a person wrote.
  sourceConversationId: [null],
  lastAccessedAt: [null],
  extractedAt: [null],
  sourceMessageTimestamp: [null],
  updatedAt: [null],
  apiKey: ['svc_…'],
  key: ['svc_…'],
  token: ['wq3k…'],
  sessionToken: ['shs_…'],
  idToken: ['eyJ…'],
  preview: ['svc_…9k2d'],
  duration: ['1h'],
  advance: ['1h'],
  language: ['en'],
  sttLanguage: ['en'],
  ttsProvider: ['stub'],
  ttsModel: ['stub'],
  ttsSpeed: [1],
  sttProvider: ['stub'],
  llmProvider: ['stub'],
  llmModel: ['stub'],
  vlmModel: ['stub'],
  llmTemperature: [0.7],
  llmMaxTokens: [2048],
  vadSensitivity: [0.5],
  vadMinSpeechDurationMs: [250],
  model: ['stub'],
  provider: ['stub'],
  url: ['https://example.org/handbook.pdf'],
  sourceUrl: ['https://example.org/handbook.pdf'],
  serverUrl: [SERVER],
  shareUrl: [`${SERVER}/s/wq3k…`],
  filename: ['handbook.pdf'],
  contentType: ['application/pdf'],
  path: ['persona.name'],
  chunkCount: [24],
  pageCount: [8],
  totalTokens: [5_400],
  fileSize: [182_344],
  asOf: ['2030-01-02'],
  date: ['2030-01-02'],
  startDate: ['2030-01-01'],
  endDate: ['2030-01-31'],
  detail: ['Character not found'],
  scope: ['memories:read'],
  prompt: ['They meet at the harbour'],
  factKey: ['sister_name'],
  factValue: ['Vera'],
  target: ['cluster_family'],
  topic: ['Family and friends', 'family'],
  secondaryTopics: [[]],
  source: ['manual_dashboard'],
  memoryLayer: ['stm'],
  importance: [0.5],
  confidence: [1],
  accessCount: [0],
  modelStatus: ['posing', 'ready'],
  thumbnailUrl: [null],
  progress: [55],
  limit: [20],
  offset: [0],
  total: [1],
  hasMore: [false],
  page: [1],
  similarity: [0.72],
  cosine: [0.68],
  lexical: [0.41],
  score: [0.63],
  retrievability: [0.87],
  retrievabilityThen: [0.61],
  stability: [12.5],
  turnMode: ['auto'],
  tier: ['local'],
  cap: [3],
  idleSeconds: [300],
  timeoutSeconds: [300],
  timeCodeSec: [0.1],
  audio: ['AAABAAIAAwA='],
  image: ['/9j/4AAQSkZJRg…'],
  room: ['parley'],
  // Of a final `bot_response`, and of what most clients get.
  partial: [''],
  isFinal: [true],
  isInterjection: [false],
  chunkIndex: [3],
  sampleRate: [24_000],
  fps: [30],
  service: ['parley'],
  version: ['0.1.0'],
  currency: ['USD'],
}

/** What fields of these names hold in one schema, where that of all others would mislead. */
const BY_SCHEMA: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AcceptedDocument: { name: 'handbook.pdf', url: 'https://example.org/handbook.pdf', status: 'queued' },
  DocumentInput: { name: 'handbook.pdf' },
  DocumentError: { code: 'fetch_timeout', message: 'The origin did not answer in time' },
  Document: { status: 'ready', error: null },
  TurnResponse: { text: 'Of course. How are the bees?', name: 'wave_hand' },
}

/** What the answers of these operations hold that have no schema of their own. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  uploadDocumentFile: { name: 'handbook.pdf', url: `${SERVER}/uploads/…/handbook.pdf` },
}

export const valuesAnsweredBy = (operationId: string): Readonly<Record<string, unknown>> =>
  BY_OPERATION[operationId] ?? {}

/** What fields hold whose names end like this. */
const BY_ENDING: readonly (readonly [RegExp, unknown])[] = [
  [/(?:At|[Tt]imestamp|^now|^until|^at)$/, MOMENT],
  [/(?:Emit|emit)EpochMs$|^emit_epoch_ms$/, 1_893_553_445_678],
  [/Ms$/, 180],
  [/Bytes$/, 182_344],
  [/Seconds$/, 60],
]

/** What lists of these names have in them. */
const BY_LIST: Readonly<Record<string, unknown>> = {
  entities: 'Vera',
  animations: 'idle',
  model_animations: 'idle',
  modelAnimations: 'idle',
  shown: 'grey hair',
  notShown: 'parrot',
  models: 'stub',
  usedOnDays: '2030-01-02',
  languages: 'en',
  tags: 'harbour',
  scopes: 'memories:read',
}

/** The values that suit a field of this name, the best first; what is known of ids goes before all. */
export function valuesFor(name: string, ids: KnownIds['values'] = {}, schema = ''): readonly unknown[] {
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const id = ids[camel === 'agentId' ? 'characterId' : camel]
  const [, ending] = BY_ENDING.find(([pattern]) => pattern.test(camel)) ?? []
  return [id === '' ? undefined : id, BY_SCHEMA[schema]?.[name], ...(BY_NAME[camel] ?? []), ending].filter(
    (value) => value !== undefined,
  )
}

export const isKnown = (name: string): boolean => valuesFor(name).length > 0

export const valueInList = (list: string): unknown => BY_LIST[list]

import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { ErrorBodySchema, NullableString, OneOf, Ref } from './shared.js'

/** Health and metrics, for staff only. */
export const VitalsSchema = Type.Object(
  {
    uptimeSeconds: Type.Number(),
    eventLoopDelay: Type.Object(
      { meanMs: Type.Number(), p99Ms: Type.Number(), maxMs: Type.Number() },
      { description: 'Delay of the event loop since the last request for it' },
    ),
    memory: Type.Object({
      rssBytes: Type.Integer(),
      heapUsedBytes: Type.Integer(),
      heapTotalBytes: Type.Integer(),
      externalBytes: Type.Integer(),
    }),
  },
  { $id: 'Vitals' },
)
export type Vitals = Static<typeof VitalsSchema>

export const StoreWritesSchema = Type.Object(
  { count: Type.Integer(), meanMs: Type.Number(), p99Ms: Type.Number(), maxMs: Type.Number() },
  {
    $id: 'StoreWrites',
    description: 'How long changes took to reach the disk, since the last request for it',
  },
)
export type StoreWrites = Static<typeof StoreWritesSchema>

export const StoreHealthSchema = Type.Object(
  {
    status: OneOf(['ok', 'degraded', 'failed']),
    failure: NullableString({
      description:
        'Why nothing can be written: `degraded` until there is room again, `failed` until a restart',
    }),
    records: Type.Integer(),
    missingFiles: Type.Integer({ description: 'Files that records refer to but that are missing' }),
    journalBytes: Type.Integer({ description: 'Journal that a start reads after the snapshots' }),
    isCompacting: Type.Boolean(),
    writes: Ref(StoreWritesSchema),
  },
  { $id: 'StoreHealth' },
)
export type StoreHealth = Static<typeof StoreHealthSchema>

export const ModelProvidersSchema = Type.Object(
  {
    default: Type.String({ description: 'The provider of characters without a choice' }),
    providers: Type.Array(Type.Object({ name: Type.String(), kind: Type.String() })),
  },
  { $id: 'ModelProviders' },
)
export type ModelProviders = Static<typeof ModelProvidersSchema>

export const TurnCountsSchema = Type.Object(
  {
    started: Type.Integer({ description: 'Replies requested from a language model' }),
    failed: Type.Integer(),
  },
  { $id: 'TurnCounts' },
)

export const QueueDepthsSchema = Type.Object(
  {
    queued: Type.Integer({ description: 'Documents that wait for their download' }),
    running: Type.Integer({ description: 'Documents that are being downloaded or read' }),
  },
  { $id: 'QueueDepths' },
)

/** Why a message was excluded from extraction for good. */
export const SKIP_REASONS = ['time_limit', 'memory_limit', 'error', 'process_ended'] as const

export const SkippedMessageSchema = Type.Object(
  {
    messageId: Type.Integer(),
    reason: OneOf(SKIP_REASONS, {
      description:
        'Reading it took too much processor time or memory, failed, or twice was the last thing a process did',
    }),
    at: Type.String({ description: 'When it was skipped, ISO 8601' }),
  },
  { $id: 'SkippedMessage' },
)
export type SkippedMessage = Static<typeof SkippedMessageSchema>

export const ExtractionHealthSchema = Type.Object(
  {
    skippedMessages: Type.Integer({ description: 'Messages that were excluded from extraction for good' }),
    conversations: Type.Array(
      Type.Object({
        conversationId: Type.String(),
        characterId: Type.String(),
        playerId: Type.String(),
        messages: Type.Array(Ref(SkippedMessageSchema)),
      }),
      { description: 'The conversations with such messages, the latest first, 20 at most' },
    ),
  },
  { $id: 'ExtractionHealth' },
)
export type ExtractionHealth = Static<typeof ExtractionHealthSchema>

export const StaffHealthSchema = Type.Object(
  {
    status: OneOf(['ok', 'degraded', 'failed']),
    service: Type.String(),
    version: Type.String(),
    dependencies: Type.Object({
      store: Ref(StoreHealthSchema),
      models: Ref(ModelProvidersSchema),
    }),
    queues: Type.Object({ documents: Ref(QueueDepthsSchema) }),
    extraction: Ref(ExtractionHealthSchema),
    turns: Ref(TurnCountsSchema),
    sessions: Type.Object({ live: Type.Integer() }),
    vitals: Ref(VitalsSchema),
  },
  { $id: 'StaffHealth' },
)
export type StaffHealth = Static<typeof StaffHealthSchema>

export const RequestCountSchema = Type.Object(
  {
    method: Type.String(),
    route: Type.String({ description: 'The path pattern of the route; `unmatched` without a route' }),
    status: Type.Integer(),
    count: Type.Integer(),
    seconds: Type.Number({ description: 'Total time, from the first byte to the last' }),
  },
  { $id: 'RequestCount' },
)
export type RequestCount = Static<typeof RequestCountSchema>

/** Upper bounds of the histogram buckets, in seconds. */
export const STAGE_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export const TurnStageSchema = Type.Object(
  {
    stage: Type.String({ description: 'A field of `turn_metrics` without its `_ms`' }),
    endedBy: OneOf(['silence', 'open_text', 'release', 'stop', 'text', 'line'], {
      description: 'What ended the player turn; `text`: it was typed; `line`: a scripted line',
    }),
    count: Type.Integer(),
    seconds: Type.Number({ description: 'Total time' }),
    buckets: Type.Array(Type.Integer(), {
      description: `How many took up to ${STAGE_BUCKETS.join(', ')} seconds, cumulative`,
    }),
  },
  { $id: 'TurnStage' },
)
export type TurnStage = Static<typeof TurnStageSchema>

export const CountsSchema = Type.Object(
  {
    requests: Type.Array(Ref(RequestCountSchema)),
    sessionsOpened: Type.Integer(),
    turns: Ref(TurnCountsSchema),
    messages: Type.Object({ user: Type.Integer(), assistant: Type.Integer() }),
    turnStages: Type.Array(Ref(TurnStageSchema), {
      description: 'Durations of the stages of voice turns, by what ended the player turn',
    }),
  },
  { $id: 'Counts' },
)
export type Counts = Static<typeof CountsSchema>

export const SystemMetricsSchema = Type.Object(
  {
    counts: Ref(CountsSchema),
    sessions: Type.Object({ live: Type.Integer() }),
    store: Ref(StoreHealthSchema),
    vitals: Ref(VitalsSchema),
  },
  { $id: 'SystemMetrics' },
)
export type SystemMetrics = Static<typeof SystemMetricsSchema>

const refusals = { 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) }

export const getStaffHealth = operation({
  method: 'GET',
  url: '/api/staff/v1/admin/health',
  config: { credential: 'staff' },
  schema: {
    operationId: 'getStaffHealth',
    summary: 'Tell how the server and what it depends on are',
    tags: ['operations'],
    response: { 200: Ref(StaffHealthSchema), ...refusals },
  },
})

export const getStaffSystemMetrics = operation({
  method: 'GET',
  url: '/api/staff/v1/system-metrics',
  config: { credential: 'staff' },
  schema: {
    operationId: 'getStaffSystemMetrics',
    summary:
      'Count what the server has done since its start; as Prometheus text when `Accept` prefers text/plain',
    tags: ['operations'],
    response: { 200: Ref(SystemMetricsSchema), ...refusals },
  },
})

/** The same metrics under the contract's first path. */
export const getSystemMetrics = operation({
  ...getStaffSystemMetrics,
  url: '/api/system-metrics',
  schema: { ...getStaffSystemMetrics.schema, operationId: 'getSystemMetrics' },
})

import type { ExtractionHealth, StaffHealth, SystemMetrics } from '../../contract/staff.js'
import type { ConversationRepository } from '../conversations/ports.js'
import type { IngestionQueue } from '../knowledge/ports.js'
import type { Inspection, Meter } from './ports.js'

type StaffHealthDeps = {
  readonly inspection: Inspection
  readonly queue: Pick<IngestionQueue, 'depths'>
  readonly conversations: Pick<ConversationRepository, 'listSkipped'>
  readonly meter: Pick<Meter, 'read'>
  readonly settings: { readonly version: string }
}

/** Most conversations with skipped messages that are reported. */
const MAX_CONVERSATIONS = 20

/** The server's health. Only a store that cannot write makes it fail: everything else recovers by itself. */
export async function staffHealth({
  inspection,
  queue,
  conversations,
  meter,
  settings,
}: StaffHealthDeps): Promise<StaffHealth> {
  const { counts, sessions, store, vitals } = await systemMetrics({ inspection, meter })
  return {
    status: store.status,
    service: 'parley',
    version: settings.version,
    dependencies: { store, models: inspection.models() },
    queues: { documents: await queue.depths() },
    extraction: await extractionHealth(conversations),
    turns: counts.turns,
    sessions,
    vitals,
  }
}

async function extractionHealth(store: StaffHealthDeps['conversations']): Promise<ExtractionHealth> {
  const { messages, conversations } = await store.listSkipped(MAX_CONVERSATIONS)
  return {
    skippedMessages: messages,
    conversations: conversations.map(({ id, characterId, playerId, skippedMessages = [] }) => ({
      conversationId: id,
      characterId,
      playerId,
      messages: skippedMessages,
    })),
  }
}

type SystemMetricsDeps = {
  readonly inspection: Omit<Inspection, 'models'>
  readonly meter: Pick<Meter, 'read'>
}

/** Counts since the start, and the current state, of all processes of the service. */
export async function systemMetrics(deps: SystemMetricsDeps): Promise<SystemMetrics> {
  const own = processMetrics(deps)
  return (await deps.inspection.addOthers?.(own)) ?? own
}

export const processMetrics = ({ inspection, meter }: SystemMetricsDeps): SystemMetrics => ({
  counts: meter.read(),
  sessions: { live: inspection.liveSessions() },
  store: inspection.store(),
  vitals: inspection.vitals(),
})

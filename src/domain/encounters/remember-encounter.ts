import type { Clock } from '../clock.js'
import { DomainError } from '../errors.js'
import type { Log } from '../log.js'
import { applyMemoryPlan } from '../memories/changes/apply-plan.js'
import type { MemoryCandidate } from '../memories/changes/memory-plan.js'
import type { CandidateExtractor } from '../memories/extract/candidate-extractor.js'
import { conflictFreeBatches, planMemories } from '../memories/extract/plan-memories.js'
import { selectRelevantMemories } from '../memories/extract/relevant-memories.js'
import { extractFromReadable } from '../memories/extract/skip-unreadable.js'
import { allMemories } from '../memories/load-memories.js'
import type { MemoryRepository } from '../memories/ports.js'
import type { NamedIds } from '../random.js'
import { truncateText } from '../turns/chunks.js'
import type { UnitOfWork } from '../unit-of-work.js'
import { encounterPair, type Perspective } from './participants.js'
import type { EncounterRecord } from './record.js'

export type RememberEncounterDeps = UnitOfWork & {
  readonly memories: Pick<MemoryRepository, 'list'>
  /** Extracts memory candidates from messages, by rules or by a model. */
  readonly source: CandidateExtractor
  readonly clock: Pick<Clock, 'now'>
  readonly namedIds: NamedIds
  readonly log: Log
}

type RememberInput = { readonly record: EncounterRecord; readonly view: Perspective }

const FAILED = 'The memories of an encounter could not be stored'
const SKIPPED = 'A line of an encounter cannot be read for memories and is skipped'
/** Most characters of the scene, and of a line, in a memory. */
const SCENE_CHARACTERS = 600

/**
 * Stores the memories of one side: that they met, when and about what, and what the other said about themselves. Never
 * rejects: a failure is logged, and the encounter ends normally.
 */
export async function rememberEncounter(
  deps: RememberEncounterDeps,
  remembered: RememberInput,
  signal: AbortSignal,
): Promise<void> {
  const { record, view } = remembered
  const userId = view.self.account_id
  const owner = { userId, pair: encounterPair(view) }
  const ids = (at: number) => deps.namedIds.of(`encounters/${record.id}/${view.side}/${at}`)
  try {
    const candidate = meetingCandidate(remembered)
    await applyMemoryPlan({ ...deps, ids: ids(0) }, owner, [{ step: 'add', candidate }])
    for (const [at, wave] of conflictFreeBatches(await findCandidates(deps, remembered, signal)).entries()) {
      const known = await selectRelevantMemories(
        await allMemories(deps, owner.pair),
        wave,
        async () => undefined,
      )
      await applyMemoryPlan({ ...deps, ids: ids(at + 1) }, owner, planMemories(known, wave))
    }
  } catch (error) {
    // The character was deleted meanwhile, or the server stops; the memory of the meeting is stored first.
    if (signal.aborted || (error instanceof DomainError && error.kind === 'not_found')) return
    deps.log.error(FAILED, { encounter_id: record.id, err: error })
  }
}

function findCandidates(
  { source, log }: RememberEncounterDeps,
  { record, view }: RememberInput,
  signal: AbortSignal,
): Promise<MemoryCandidate[]> {
  const turns = record.lines.map(({ speaker, text, at }, index) => ({
    id: index + 1,
    role: speaker === view.side ? ('assistant' as const) : ('user' as const),
    content: text,
    timestamp: at,
  }))
  const context = {
    conversationId: record.id,
    characterName: view.self.name,
    // Text repeated from the scene is not a fact about the speaker.
    promptBlocks: [record.prompt],
  }
  return extractFromReadable(turns, {
    extract: (readable) => source.extractCandidates(readable, context, signal),
    onUnreadable: async ({ turnId, reason }) =>
      log.warn(SKIPPED, { encounter_id: record.id, line: turnId, reason }),
  })
}

function meetingCandidate({ record, view }: RememberInput): MemoryCandidate {
  const { other, side } = view
  const last = record.lines.findLast(({ speaker }) => speaker !== side)
  const scene = oneLine(record.prompt)
  return {
    content: `Met ${oneLine(other.name)}, another character. The scene: ${scene}`,
    memoryType: 'event',
    importance: 0.6,
    confidence: 1,
    slot: null,
    entities: [{ name: other.name, entityType: 'person' }],
    relations: [],
    eventDate: record.createdAt,
    quote: oneLine(last?.text ?? record.prompt),
    sourceConversationId: record.id,
    sourceMessageTimestamp: last?.at ?? record.createdAt,
  }
}

const oneLine = (text: string) => truncateText(text.replace(/\s+/g, ' ').trim(), SCENE_CHARACTERS)

import type { MessageRecord } from '../conversations/record.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import { truncateText } from '../turns/chunks.js'
import type { Scene } from '../turns/ports.js'
import { type RunTurnDeps, runTurn } from '../turns/run-turn.js'
import type { TurnStop } from '../turns/stop.js'
import type { Transcript, TurnEvent } from '../turns/turn.js'
import { encounterPair, type Perspective } from './participants.js'
import type { EncounterRecord } from './record.js'

export type GenerateLineDeps = RunTurnDeps & { readonly recall: Pick<MemoryRecall, 'recordUse'> }

type NextLine = {
  readonly record: EncounterRecord
  readonly view: Perspective
  /** Stores the line; resolves with undefined when the encounter is gone. */
  readonly append: (text: string) => Promise<EncounterRecord | undefined>
}

/** A line is cut to this length. */
const MAX_LINE_CHARACTERS = 4000

/** Nothing of a line is stored before it is complete. */
const CANCELLED: TurnStop = { reason: 'abandoned', storedText: '', isRetracted: true }

/**
 * Generates and stores the next line of a character: a turn whose player is the other character, and whose conversation
 * is the encounter. Rejects with the signal's reason when it aborts before the line is stored, and with the model's error.
 */
export async function generateLine(
  deps: GenerateLineDeps,
  next: NextLine,
  signal: AbortSignal,
): Promise<EncounterRecord | undefined> {
  const { record, view } = next
  const stop = new AbortController()
  const cancel = () => stop.abort(CANCELLED)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  const text = record.lines.at(-1)?.text ?? openingText(next)
  const { transcript, appended } = createEncounterTranscript(deps, next)
  const turn = {
    id: `${record.id}/${record.lines.length}`,
    input: { kind: 'encounter' as const, text, scene: sceneOf(next) },
    pair: encounterPair(view),
    transcript,
  }
  try {
    await runTurn(deps, turn, { signal: stop.signal, sink: throwFailure })
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  const stored = appended()
  if (stored === undefined) signal.throwIfAborted()
  return stored?.record
}

function throwFailure(event: TurnEvent): void {
  if (event.type === 'failed') throw event.error
}

/** The lines of the encounter as one character sees them. */
function createEncounterTranscript(
  { recall }: Pick<GenerateLineDeps, 'recall'>,
  { record, view, append }: NextLine,
) {
  let appended: { readonly record: EncounterRecord | undefined } | undefined
  const transcript: Transcript = {
    read: async () => ({
      // No client would perform actions in an encounter.
      character: { ...view.self, actions: [] },
      // The last line is what the character answers.
      messages: messagesOf(record, view).slice(0, -1),
      version: String(record.lines.length),
    }),
    addPlayerMessage: async () => undefined,
    addReply: async ({ text, used, isComplete }) => {
      if (!isComplete) return undefined
      if (used !== undefined) await recall.recordUse(encounterPair(view), used)
      appended = { record: await append(truncateText(text, MAX_LINE_CHARACTERS)) }
      return undefined
    },
    revise: async () => undefined,
  }
  return { transcript, appended: () => appended }
}

/** The lines so far as chat messages from this side's perspective: the other side has the role `user`. */
function messagesOf({ id, lines }: EncounterRecord, { side }: Perspective): MessageRecord[] {
  return lines.map(({ speaker, text, at }, index) => ({
    id: index + 1,
    conversationId: id,
    role: speaker === side ? 'assistant' : 'user',
    content: text,
    speaker: null,
    timestamp: at,
    imageUrl: null,
    imageDescription: null,
  }))
}

const openingText = ({ record, view }: NextLine): string =>
  `(You meet ${view.other.name}. You speak first. The scene: ${record.prompt})`

const sceneOf = ({ record, view }: NextLine): Scene => ({
  other: { name: view.other.name, tagline: view.other.tagline },
  prompt: record.prompt,
  turn: record.lines.length,
  isLast: record.lines.length + 2 >= record.maxTurns,
})

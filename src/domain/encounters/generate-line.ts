import type { Timers } from '../clock.js'
import type { MessageRecord } from '../conversations/record.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import { truncateText } from '../sessions/chunks.js'
import type { LanguageModel, ReplyRequest } from '../sessions/ports.js'
import { type PrepareDeps, prepareRequest } from '../sessions/reply-request.js'
import { MODEL_SILENCE_MS } from '../sessions/stream-reply.js'
import { SILENT_REPLY_TEXT } from '../sessions/turn.js'
import { withIdleTimeout } from '../sessions/with-idle-timeout.js'
import { encounterPair, type Perspective } from './participants.js'
import type { EncounterRecord } from './record.js'

export type GenerateLineDeps = PrepareDeps & {
  readonly recall: Pick<MemoryRecall, 'recordUse'>
  readonly model: LanguageModel
  readonly timers: Pick<Timers, 'after'>
}

/** A line is cut to this length. */
const MAX_LINE_CHARACTERS = 4000

/**
 * Generates the next line of a character. Rejects with the signal's reason when it aborts, and with the model's error.
 */
export async function generateLine(
  deps: GenerateLineDeps,
  { record, view }: { readonly record: EncounterRecord; readonly view: Perspective },
  signal: AbortSignal,
): Promise<string> {
  const request = await encounterRequest(deps, { record, view }, signal)
  signal.throwIfAborted()
  const { timers } = deps
  const parts = withIdleTimeout(deps.model.reply(request, signal), {
    timers,
    signal,
    silenceMs: MODEL_SILENCE_MS,
  })
  let line = ''
  for await (const part of parts) if (part.type === 'text') line += part.text
  await deps.recall.recordUse(encounterPair(view), request.memories)
  return truncateText(line.trim(), MAX_LINE_CHARACTERS) || SILENT_REPLY_TEXT
}

/** The model request for a turn: the character's own prompt and memories, and the scene. */
async function encounterRequest(
  deps: PrepareDeps,
  { record, view }: { readonly record: EncounterRecord; readonly view: Perspective },
  signal: AbortSignal,
): Promise<ReplyRequest> {
  const { self, other } = view
  const messages = messagesOf(record, view)
  const last = messages.at(-1)
  // No client would perform actions in an encounter.
  const character = { ...self, actions: [] }
  const text = last?.content ?? openingText(record, view)
  const asked = { character, pair: encounterPair(view), text, messages: messages.slice(0, -1) }
  const { request } = await prepareRequest(deps, asked, signal)
  const scene = {
    other: { name: other.name, tagline: other.tagline },
    prompt: record.prompt,
    turn: record.lines.length,
    isLast: record.lines.length + 2 >= record.maxTurns,
  }
  return { ...request, system: `${request.system}\n\n${sceneInstructions(scene)}`, encounter: scene }
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

const openingText = ({ prompt }: EncounterRecord, { other }: Perspective): string =>
  `(You meet ${other.name}. You speak first. The scene: ${prompt})`

function sceneInstructions({ other, prompt, isLast }: NonNullable<ReplyRequest['encounter']>): string {
  const who = [other.name, ...(other.tagline === null ? [] : [other.tagline])].join(', ')
  return [
    `You talk to another character now: ${who}. Whatever is said above of a player is meant of them.`,
    `The scene: ${prompt}`,
    `Say only your own next line, to them; never speak for them.${isLast ? ' It is your last: bring it to an end.' : ''}`,
  ].join('\n')
}

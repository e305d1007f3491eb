import type { Timers } from '../clock.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import { truncateText } from '../sessions/chunks.js'
import type { LanguageModel } from '../sessions/ports.js'
import type { PrepareDeps } from '../sessions/reply-request.js'
import { MODEL_SILENCE_MS } from '../sessions/stream-reply.js'
import { SILENT_REPLY_TEXT } from '../sessions/turn.js'
import { withIdleTimeout } from '../sessions/with-idle-timeout.js'
import { encounterRequest } from './model-request.js'
import { encounterPair, type Perspective } from './participants.js'
import type { EncounterRecord } from './record.js'

export type GenerateLineDeps = PrepareDeps & {
  readonly recall: Pick<MemoryRecall, 'recordUse'>
  readonly model: LanguageModel
  readonly timers: Pick<Timers, 'after'>
}

/** More of one line is not kept: the other could not take it in. */
const MAX_LINE_CHARACTERS = 4000

/**
 * The next line of a character, as fast as its model speaks. Rejects with the signal's reason once that aborts, and with
 * what the model failed of.
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
  let said = ''
  for await (const part of parts) if (part.type === 'text') said += part.text
  await deps.recall.recordUse(encounterPair(view), request.memories)
  return truncateText(said.trim(), MAX_LINE_CHARACTERS) || SILENT_REPLY_TEXT
}

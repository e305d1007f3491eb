import { MINUTE_MS } from '../../contract/durations.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Timers } from '../clock.js'
import { DomainError, domainError } from '../errors.js'
import type { Log } from '../log.js'
import { declaredCall } from './actions.js'
import type { LanguageModel, ReplyPart, ReplyRequest } from './ports.js'
import type { Reply } from './reply.js'
import { withIdleTimeout } from './with-idle-timeout.js'

export type StreamReplyDeps = {
  readonly model: LanguageModel
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

/** What came of asking the model: that it failed, or that it wants to see before it goes on. */
export type StreamedReply = { readonly failure?: DomainError | undefined; readonly wantsToLook: boolean }

/** A model that sends nothing for so long has failed; adapters have shorter limits of their own. */
export const MODEL_SILENCE_MS = MINUTE_MS

const UNDECLARED = 'The model called an action in a way the character does not declare; it was dropped'

/** Asks the model at once; its parts wait until they are relayed. */
export const requestReply = (
  { model, timers }: Omit<StreamReplyDeps, 'log'>,
  request: ReplyRequest,
  signal: AbortSignal,
): AsyncIterable<ReplyPart> =>
  withIdleTimeout(model.reply(request, signal), { timers, signal, silenceMs: MODEL_SILENCE_MS })

type Answering = { readonly reply: Reply; readonly character: CharacterRecord }

/** Passes the model's parts on as they come. A failure is returned, not thrown: what was said must be stored first. */
export async function streamReply(
  { log }: Pick<StreamReplyDeps, 'log'>,
  { reply, character }: Answering,
  parts: AsyncIterable<ReplyPart>,
): Promise<StreamedReply> {
  let wantsToLook = false
  try {
    for await (const part of parts) {
      reply.mark('first_part')
      if (part.type === 'text') reply.say(part.text, { isToken: true })
      else if (part.type === 'look') wantsToLook = true
      else act({ log }, { reply, character }, part)
    }
    return { wantsToLook }
  } catch (cause) {
    if (!reply.isOpen()) return { wantsToLook: false }
    const isExpected = cause instanceof DomainError && cause.kind === 'upstream'
    const failure = isExpected ? cause : domainError('modelFailed', { cause })
    return { failure, wantsToLook: false }
  } finally {
    reply.mark('last_part')
  }
}

function act(
  { log }: Pick<StreamReplyDeps, 'log'>,
  { reply, character }: Answering,
  part: Extract<ReplyPart, { type: 'action' }>,
): void {
  const call = declaredCall(character.actions, part)
  if (call === undefined) log.warn(UNDECLARED, { character_id: character.id })
  else reply.act(call)
}

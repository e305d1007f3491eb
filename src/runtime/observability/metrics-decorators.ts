import type { ConversationRepository } from '../../domain/conversations/ports.js'
import type { Meter } from '../../domain/operations/ports.js'
import type { LanguageModel, ReplyPart } from '../../domain/sessions/ports.js'
import type { SessionRegistry } from '../../domain/sessions/registry.js'

/** The same registry, each session of which is counted once it is open. */
export const withSessionMetrics = (
  sessions: SessionRegistry,
  meter: Pick<Meter, 'countSession'>,
): SessionRegistry => ({
  ...sessions,
  enter: (characterId) => {
    const place = sessions.enter(characterId)
    return {
      ...place,
      opened: (close) => {
        meter.countSession()
        place.opened(close)
      },
    }
  },
})

/** The same store, each new message of which is counted once it is kept. */
export const withMessageMetrics = (
  conversations: ConversationRepository,
  meter: Pick<Meter, 'countMessage'>,
): ConversationRepository => ({
  ...conversations,
  append: async (...appended) => {
    const stored = await conversations.append(...appended)
    if (stored !== undefined) meter.countMessage(stored.role)
    return stored
  },
})

/** The same model, each reply of which is counted, and each failure; a reply that was interrupted did not fail. */
export const withTurnMetrics = <Model extends LanguageModel>(
  model: Model,
  meter: Pick<Meter, 'countTurn' | 'countFailedTurn'>,
): Model => ({
  ...model,
  reply: (request, signal) => {
    meter.countTurn()
    return reportFailure(model.reply(request, signal), () => {
      if (!signal.aborted) meter.countFailedTurn()
    })
  },
})

async function* reportFailure(
  parts: AsyncIterable<ReplyPart>,
  onFailure: () => void,
): AsyncIterable<ReplyPart> {
  try {
    yield* parts
  } catch (error) {
    onFailure()
    throw error
  }
}

import type { ConversationRepository } from '../../domain/conversations/ports.js'
import type { MessageRecord } from '../../domain/conversations/record.js'
import type { Meter } from '../../domain/operations/ports.js'
import type { Presence } from '../../domain/presence.js'
import type { LanguageModel, ReplyPart } from '../../domain/turns/ports.js'

/** Counts each session once it is open. */
export const withSessionMetrics = (sessions: Presence, meter: Pick<Meter, 'countSession'>): Presence => ({
  ...sessions,
  enter: (characterId) => {
    const slot = sessions.enter(characterId)
    return {
      ...slot,
      opened: (close) => {
        meter.countSession()
        slot.opened(close)
      },
    }
  },
})

/** Counts each message once it is stored. */
export const withMessageMetrics = (
  conversations: ConversationRepository,
  meter: Pick<Meter, 'countMessage'>,
): ConversationRepository => {
  const countStored = (message: MessageRecord | undefined) => {
    if (message !== undefined) meter.countMessage(message.role)
    return message
  }
  return {
    ...conversations,
    append: async (...appended) => countStored(await conversations.append(...appended)),
    completeTurn: async (turn) => countStored(await conversations.completeTurn(turn)),
  }
}

/** Counts each reply, and each failure; an interrupted reply is not a failure. */
export const withTurnMetrics = <Model extends LanguageModel>(
  model: Model,
  meter: Pick<Meter, 'countTurn' | 'countFailedTurn'>,
): Model => ({
  ...model,
  reply: (request, signal, report) => {
    meter.countTurn()
    return reportFailure(model.reply(request, signal, report), () => {
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

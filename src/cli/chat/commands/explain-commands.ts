import { findTurn } from '../../turns/find-turn.js'
import { renderPrompt } from '../../turns/prompt-view.js'
import { renderReasons } from '../../turns/turn-view.js'
import { type ChatContext, currentTerminal } from '../chat-context.js'
import type { PlayerSession } from '../session/player-session.js'
import type { SlashCommand } from './slash-command.js'

export const why: SlashCommand = {
  name: 'why',
  argumentHelp: '',
  summary: 'Explains the last reply: prompt, memories with their scores, passages, times, cost.',
  run: async (context, playerSession) => {
    const turn = await lastTurn(context, playerSession)
    context.prompt.tell(renderReasons(currentTerminal(context), turn))
    return 'stay'
  },
}

export const promptOfLastTurn: SlashCommand = {
  name: 'prompt',
  argumentHelp: '',
  summary: 'Shows the prompt of the last reply word for word.',
  run: async (context, playerSession) => {
    const turn = await lastTurn(context, playerSession)
    context.prompt.tell(renderPrompt(currentTerminal(context), turn))
    return 'stay'
  },
}

/** The newest turn of this conversation, also one of an earlier chat, or one that was asked again. */
export const lastTurn = (
  { characterId, withStaff }: Pick<ChatContext, 'characterId' | 'withStaff'>,
  { playerId }: Pick<PlayerSession, 'playerId'>,
) => withStaff((staff) => findTurn(staff, 'last', { characterId, playerId }))

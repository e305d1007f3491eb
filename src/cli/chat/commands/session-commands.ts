import { PLAYER_ID_MAX } from '../../../contract/shared.js'
import { usageError } from '../../errors/command-error.js'
import { printableLine } from '../../output/printable.js'
import { runVoiceChat } from '../../voice/run-voice-chat.js'
import { type ChatContext, openPlayerSession, printFailure } from '../chat-context.js'
import type { PlayerSession } from '../session/player-session.js'
import { openSessionWhenReachable } from '../session/reconnection.js'
import type { SlashCommand } from './slash-command.js'

export const player: SlashCommand = {
  name: 'player',
  argumentHelp: '[ID]',
  summary: 'Continues as another player, in their conversation; without an id: shows who talks.',
  run: async (context, playerSession, playerId) => {
    if (playerId === '') {
      const names = `${printableLine(playerSession.playerId)} talks to ${printableLine(context.characterName)}`
      context.prompt.tell(`(${names})`)
      return 'stay'
    }
    if (playerId.length > PLAYER_ID_MAX)
      throw usageError(`The id of a player has at most ${PLAYER_ID_MAX} characters`)
    // Opened first, so that the current session stays if the new one is refused.
    const next = await openPlayerSession(context, playerId)
    playerSession.talk.session.disconnect()
    context.prompt.tell(`(You are ${printableLine(playerId)} now)`)
    return next
  },
}

export const voice: SlashCommand = {
  name: 'voice',
  argumentHelp: '[headphones]',
  summary: 'Continues by voice, as --voice does; q returns to typing.',
  run: async (context, playerSession, argument) => {
    if (argument !== '' && argument !== 'headphones')
      throw usageError('There is /voice and /voice headphones')
    if (!context.canMoveCursor)
      throw usageError('This terminal cannot move its cursor, as talking aloud needs')
    if (playerSession.talk.session.state() !== 'connected')
      throw usageError('The connection is lost', 'Try again once it is back.')
    // Capabilities are fixed when a session begins (docs/wire-protocol.md, Capabilities): each mode needs its own.
    playerSession.talk.session.disconnect()
    const hasHeadphones = context.voiceFlags.headphones || argument === 'headphones'
    const { prompt, openSession } = context
    await prompt
      .releaseTerminalDuring(() => holdVoiceChat(context, playerSession, hasHeadphones))
      .catch((error: unknown) => printFailure(prompt, error))
    const { playerId } = playerSession
    const open = () => openSession({ playerId, isSpoken: false })
    const talk = await openSessionWhenReachable(open, prompt)
    prompt.tell('(Back to writing)')
    return { ...playerSession, talk, earlierMessages: null }
  },
}

async function holdVoiceChat(
  context: ChatContext,
  { playerId }: PlayerSession,
  headphones: boolean,
): Promise<void> {
  const { openSession, output, transcript, readFigures, characterName, voiceFlags, leave } = context
  const talk = await openSession({ playerId, isSpoken: true })
  try {
    const chat = { talk, output, transcript, readFigures, characterName }
    await runVoiceChat(chat, { ...voiceFlags, headphones }, leave)
  } finally {
    talk.session.disconnect()
  }
}

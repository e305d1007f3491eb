import { usageError } from '../../errors/command-error.js'
import { runVoiceChat } from '../../voice/run-voice-chat.js'
import type { ChatContext } from '../chat-context.js'
import { printFailure } from '../print-failure.js'
import type { PlayerSession } from '../session/player-session.js'
import { openSessionWhenReachable } from '../session/reconnection.js'
import type { SlashCommand } from './slash-command.js'

export const voice: SlashCommand = {
  name: 'voice',
  argumentHelp: '[headphones]',
  summary: 'Goes on aloud, as --voice does; q comes back to writing.',
  run: async (desk, visit, argument) => {
    if (argument !== '' && argument !== 'headphones')
      throw usageError('There is /voice and /voice headphones')
    if (!desk.isScreen) throw usageError('This terminal cannot move its cursor, as talking aloud needs')
    if (visit.talk.session.state() !== 'connected')
      throw usageError('The connection is lost', 'Try again once it is back.')
    // What a session may do is settled when it begins (docs/wire-protocol.md, Capabilities): each mode has one of its
    // own.
    visit.talk.session.disconnect()
    const hasHeadphones = desk.aloud.headphones || argument === 'headphones'
    await desk.prompt
      .releaseTerminalDuring(() => holdVoiceChat(desk, visit, hasHeadphones))
      .catch((error: unknown) => printFailure(desk.prompt, error))
    const { playerId } = visit
    const open = () => desk.openTalk({ playerId, isSpoken: false })
    const talk = await openSessionWhenReachable(open, desk.prompt)
    desk.prompt.tell('(Back to writing)')
    return { ...visit, talk, earlierMessages: null }
  },
}

async function holdVoiceChat(
  desk: ChatContext,
  { playerId }: PlayerSession,
  headphones: boolean,
): Promise<void> {
  const { openTalk, output, transcript, character, aloud, leave } = desk
  const talk = await openTalk({ playerId, isSpoken: true })
  try {
    await runVoiceChat({ talk, output, transcript, character }, { ...aloud, headphones }, leave)
  } finally {
    talk.session.disconnect()
  }
}

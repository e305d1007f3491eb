import { usageError } from '../../errors.js'
import { chatAloud } from '../../voice/chat-aloud.js'
import type { Desk } from '../desk.js'
import { openWhenReachable } from '../reconnection.js'
import type { SlashCommand } from '../slash-command.js'
import { tellFailure } from '../tell-failure.js'
import type { Visit } from '../visit.js'

export const voice: SlashCommand = {
  name: 'voice',
  takes: '[headphones]',
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
      .aside(() => talkAloud(desk, visit, hasHeadphones))
      .catch((error: unknown) => tellFailure(desk.prompt, error))
    const { playerId } = visit
    const open = () => desk.openTalk({ playerId, isSpoken: false })
    const talk = await openWhenReachable(open, desk.prompt)
    desk.prompt.tell('(Back to writing)')
    return { ...visit, talk, earlier: null }
  },
}

async function talkAloud(desk: Desk, { playerId }: Visit, headphones: boolean): Promise<void> {
  const { openTalk, output, transcript, character, aloud, leave } = desk
  const talk = await openTalk({ playerId, isSpoken: true })
  try {
    await chatAloud({ talk, output, transcript, character }, { ...aloud, headphones }, leave)
  } finally {
    talk.session.disconnect()
  }
}

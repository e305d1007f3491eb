import { PLAYER_ID_MAX } from '../../../contract/shared.js'
import { usageError } from '../../errors/command-error.js'
import { printableLine } from '../../output/printable.js'
import { openPlayerSession } from '../chat-context.js'
import type { SlashCommand } from './slash-command.js'

export const player: SlashCommand = {
  name: 'player',
  argumentHelp: '[ID]',
  summary: 'Goes on as another player, in that conversation; without an id: who talks.',
  run: async (desk, visit, playerId) => {
    if (playerId === '') {
      desk.prompt.tell(`(${printableLine(visit.playerId)} talks to ${printableLine(desk.character)})`)
      return 'stay'
    }
    if (playerId.length > PLAYER_ID_MAX)
      throw usageError(`The id of a player has at most ${PLAYER_ID_MAX} characters`)
    // Whoever cannot come in leaves the one who is here alone.
    const next = await openPlayerSession(desk, playerId)
    visit.talk.session.disconnect()
    desk.prompt.tell(`(You are ${printableLine(playerId)} now)`)
    return next
  },
}

import { listCoreFacts } from '../../../contract/memory-views.js'
import { renderFacts } from '../../memories/memory-view.js'
import { currentTerminal } from '../chat-context.js'
import type { SlashCommand } from './slash-command.js'

export const facts: SlashCommand = {
  name: 'facts',
  argumentHelp: '',
  summary: 'The core facts: what the character always has in mind of you.',
  run: async (desk, { playerId }) => {
    const { characterId } = desk
    const { coreFacts } = await desk.client.call(listCoreFacts, { params: { characterId, playerId } })
    desk.prompt.tell(
      coreFacts.length === 0 ? '(No core facts)' : renderFacts(currentTerminal(desk), coreFacts),
    )
    return 'stay'
  },
}

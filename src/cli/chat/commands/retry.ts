import { usageError } from '../../errors/command-error.js'
import { runTurn } from '../chat-context.js'
import type { SlashCommand } from './slash-command.js'

export const retry: SlashCommand = {
  name: 'retry',
  argumentHelp: '',
  // Open in the contract: no route takes a single message back.
  summary: 'Says again what you said last. It is a new turn: both replies stay in the conversation.',
  run: async (desk, visit) => {
    const input = visit.lastInput.get()
    if (input === null) throw usageError('Nothing was said yet')
    await runTurn(desk, visit, input)
    return 'stay'
  },
}

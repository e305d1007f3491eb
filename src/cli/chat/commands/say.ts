import { usageError } from '../../errors/command-error.js'
import { runTurn } from '../chat-context.js'
import type { SlashCommand } from './slash-command.js'

export const say: SlashCommand = {
  name: 'say',
  argumentHelp: 'TEXT',
  summary: 'The character says this itself, as it is given; no model is asked.',
  run: async (desk, visit, text) => {
    if (text === '') throw usageError('There is nothing to say', '/say TEXT')
    await runTurn(desk, visit, { text, isScripted: true })
    return 'stay'
  },
}

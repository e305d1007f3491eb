import { renderFields, wrapText } from '../../output/table.js'
import { currentTerminal } from '../chat-context.js'
import type { SlashCommand } from './slash-command.js'

const KEYS =
  'A line that ends with \\ goes on in the next one; Alt-Enter begins one, too, and what is pasted is one message. Tab completes. //text says a text that begins with a slash.'

export const createHelp = (others: readonly SlashCommand[]): SlashCommand => ({
  name: 'help',
  argumentHelp: '',
  summary: 'Tells these commands.',
  run: async (desk) => {
    const terminal = currentTerminal(desk)
    const fields = others.map(
      ({ name, argumentHelp: takes, summary }) => [`/${name} ${takes}`.trimEnd(), summary] as const,
    )
    desk.prompt.tell([renderFields(terminal, fields), ...wrapText(KEYS, terminal.width)].join('\n'))
    return 'stay'
  },
})

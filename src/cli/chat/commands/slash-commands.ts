import { renderFields, wrapText } from '../../output/table.js'
import { currentTerminal } from '../chat-context.js'
import { promptOfLastTurn, why } from './explain-commands.js'
import { facts, memories } from './memory-commands.js'
import { retry } from './retry.js'
import { save } from './save.js'
import { player, voice } from './session-commands.js'
import type { SlashCommand } from './slash-command.js'
import { image, say } from './turn-commands.js'

const KEYS =
  'A line that ends with \\ continues on the next one, which Alt-Enter begins, too. Pasted text is one message. Tab completes. //text says a text that begins with a slash.'

const createHelp = (commands: readonly SlashCommand[]): SlashCommand => ({
  name: 'help',
  argumentHelp: '',
  summary: 'Lists these commands.',
  run: async (context) => {
    const terminal = currentTerminal(context)
    const fields = commands.map(
      ({ name, argumentHelp, summary }) => [`/${name} ${argumentHelp}`.trimEnd(), summary] as const,
    )
    context.prompt.tell([renderFields(terminal, fields), ...wrapText(KEYS, terminal.width)].join('\n'))
    return 'stay'
  },
})

const quit: SlashCommand = {
  name: 'quit',
  argumentHelp: '',
  summary: 'Leaves, as Ctrl-D does.',
  run: async () => 'leave',
}

const COMMANDS: readonly SlashCommand[] = [
  ...[memories, facts, say, image, voice, retry],
  ...[why, promptOfLastTurn, save, player, quit],
]

export const SLASH_COMMANDS: readonly SlashCommand[] = [createHelp(COMMANDS), ...COMMANDS]

import { facts } from './facts.js'
import { createHelp } from './help.js'
import { image } from './image.js'
import { memories } from './memories.js'
import { player } from './player.js'
import { retry } from './retry.js'
import { save } from './save.js'
import { say } from './say.js'
import type { SlashCommand } from './slash-command.js'
import { voice } from './voice.js'

const quit: SlashCommand = {
  name: 'quit',
  argumentHelp: '',
  summary: 'Leaves, as Ctrl-D does.',
  run: async () => 'leave',
}

const others: readonly SlashCommand[] = [memories, facts, say, image, voice, retry, save, player, quit]

export const SLASH_COMMANDS: readonly SlashCommand[] = [createHelp(others), ...others]

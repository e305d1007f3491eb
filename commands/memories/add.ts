import { Args } from '@oclif/core'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { readTextOrFile } from '../../src/cli/flags/value-flags.js'
import {
  MemoriesCommand,
  memoryFieldFlags,
  memoryFields,
  pairArgs,
} from '../../src/cli/memories/memories-command.js'
import { renderMemory } from '../../src/cli/memories/memory-view.js'
import { createMemory } from '../../src/contract/memories.js'

export default class MemoriesAdd extends MemoriesCommand {
  static override summary = 'Add a memory of a player to a character.'
  static override description =
    'The default type is fact. The player need not have talked yet. Counts towards 1,000 writes a day.'
  static override examples = [
    "<%= config.bin %> <%= command.id %> Mira ada 'Lives in Lyon' --layer ltm",
    "<%= config.bin %> <%= command.id %> Mira ada 'Likes tea' --type preference --importance 0.8",
  ]
  static override args = {
    ...pairArgs,
    content: Args.string({
      required: true,
      description:
        'The text, up to 2,000 characters; @FILE for the content of a file, @- for standard input.',
      parse: readTextOrFile,
    }),
  }
  static override flags = { ...serviceFlags, ...memoryFieldFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesAdd)
    const { client, pair } = await this.resolvePair(flags, args)
    const body = { memoryType: 'fact' as const, ...memoryFields(flags), content: args.content }
    const memory = await client.call(createMemory, { params: pair, body })
    const { terminal, result } = this.output(flags)
    result(memory, () => renderMemory(terminal, memory))
  }
}

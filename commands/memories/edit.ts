import { usageError } from '../../src/cli/errors/command-error.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { textFlag } from '../../src/cli/flags/value-flags.js'
import {
  MemoriesCommand,
  memoryArg,
  memoryFieldFlags,
  memoryFields,
  pairArgs,
} from '../../src/cli/memories/memories-command.js'
import { renderMemory } from '../../src/cli/memories/memory-view.js'
import { findMemoryId } from '../../src/cli/memories/read-memories.js'
import { updateMemory } from '../../src/contract/memories.js'

export default class MemoriesEdit extends MemoriesCommand {
  static override summary = 'Change the given fields of a memory.'
  static override description = 'Counts towards 1,000 writes a day.'
  static override examples = [
    "<%= config.bin %> <%= command.id %> Mira ada MEMORY_ID --content 'Lives in Paris' --importance 0.9",
  ]
  static override args = { ...pairArgs, memory: memoryArg }
  static override flags = {
    ...serviceFlags,
    content: textFlag({ summary: 'New text, up to 2,000 characters.' }),
    ...memoryFieldFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesEdit)
    const body = { ...omitUndefined({ content: flags.content }), ...memoryFields(flags) }
    if (Object.keys(body).length === 0) throw usageError('Nothing to change', 'Pass a field as a flag.')
    const { client, pair } = await this.resolvePair(flags, args)
    const memoryId = await findMemoryId(client, pair, args.memory)
    const memory = await client.call(updateMemory, { params: { ...pair, memoryId }, body })
    const { terminal, result } = this.output(flags)
    result(memory, () => renderMemory(terminal, memory))
  }
}

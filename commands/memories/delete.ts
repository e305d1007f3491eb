import { Flags } from '@oclif/core'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { MemoriesCommand, memoryArg, wholePairArgs } from '../../src/cli/memories/memories-command.js'
import { findMemoryId, readMemoryById } from '../../src/cli/memories/read-memories.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { deleteMemory } from '../../src/contract/memories.js'

export default class MemoriesDelete extends MemoriesCommand {
  static override summary = 'Let a character forget a memory: mark it as deleted, or erase it.'
  static override description =
    'A deleted memory is still listed with --status deleted; one that is erased (--hard) is gone for good.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada MEMORY_ID --yes']
  static override args = { ...wholePairArgs, memory: memoryArg }
  static override flags = {
    ...serviceFlags,
    hard: Flags.boolean({ summary: 'Erase it, with its history.' }),
    ...destructiveFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesDelete)
    const { terminal, result } = this.output(flags)
    // A flag that is not given is undefined, whatever its type says.
    const hard = flags.hard === true
    const ask = async () => {
      const { client, pair } = await this.resolvePair(flags, args, 'whole')
      const memory = await readMemoryById(client, pair, await findMemoryId(client, pair, args.memory))
      const named = memory === null ? args.memory : `"${printableLine(memory.content)}" (${memory.id})`
      return `${hard ? 'Erase' : 'Delete'} ${named}?`
    }
    await confirm(terminal, flags, ask)
    const { client, pair } = await this.resolvePair(flags, args, 'whole')
    const memoryId = await findMemoryId(client, pair, args.memory)
    await client.call(deleteMemory, { params: { ...pair, memoryId }, query: { hard } })
    result({ deleted: true, hard, memoryId }, () => `${hard ? 'Erased' : 'Deleted'} ${memoryId}`)
  }
}

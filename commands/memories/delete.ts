import { Flags } from '@oclif/core'
import { destructiveFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { MemoriesCommand, memoryArg, wholePairArgs } from '../../src/cli/memories/memories-command.js'
import { findMemoryId, readMemoryById } from '../../src/cli/memories/read-memories.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { deleteMemory } from '../../src/contract/memories.js'

export default class MemoriesDelete extends MemoriesCommand {
  static override summary = 'Mark a memory as deleted, or erase it.'
  static override description =
    '`memories list --status deleted` still lists a deleted memory; an erased one (--hard) cannot be restored.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada MEMORY_ID --yes']
  static override args = { ...wholePairArgs, memory: memoryArg }
  static override flags = {
    ...serviceFlags,
    hard: Flags.boolean({ summary: 'Erase the memory with its history.' }),
    ...destructiveFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesDelete)
    const { terminal, result } = this.output(flags)
    // oclif leaves an absent boolean flag undefined, although its type is boolean.
    const hard = flags.hard === true
    const question = async () => {
      const { client, pair } = await this.resolvePair(flags, args, 'exact')
      const memory = await readMemoryById(client, pair, await findMemoryId(client, pair, args.memory))
      const named = memory === null ? args.memory : `"${printableLine(memory.content)}" (${memory.id})`
      return `${hard ? 'Erase' : 'Delete'} ${named}?`
    }
    await confirm(terminal, flags, question)
    const { client, pair } = await this.resolvePair(flags, args, 'exact')
    const memoryId = await findMemoryId(client, pair, args.memory)
    await client.call(deleteMemory, { params: { ...pair, memoryId }, query: { hard } })
    result({ deleted: true, hard, memoryId }, () => `${hard ? 'Erased' : 'Deleted'} ${memoryId}`)
  }
}

import { Flags } from '@oclif/core'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { ModelCommand } from '../../src/cli/models/model-command.js'
import { waitFlags } from '../../src/cli/waiting/wait-flags.js'
import { startModel } from '../../src/contract/models.js'

export default class ModelGenerate extends ModelCommand {
  static override summary = 'Generate a 3D model from the appearance of a character.'
  static override description = 'The new model replaces an existing one.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira --rigged --wait',
    '<%= config.bin %> <%= command.id %> Mira --wait=5m --json',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...serviceFlags,
    rigged: Flags.boolean({ summary: 'Add a skeleton and animation clips.' }),
    ...waitFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ModelGenerate)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const output = this.output(flags)
    const { rigged } = flags
    const started = await client.call(startModel, { params: { characterId }, body: { rigged } })
    if (flags.wait !== undefined) return this.awaitModel({ client, output }, characterId, flags)
    output.result(started, () => `Started: ${started.modelStatus}`)
    output.note(`Follow it with \`parley model status ${characterId} --wait\`.`)
  }
}

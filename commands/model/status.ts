import { characterArg } from '../../src/cli/characters/character-flags.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { ModelCommand, renderModel } from '../../src/cli/models/model-command.js'
import { waitFlags } from '../../src/cli/waiting/wait-flags.js'
import { getModelStatus } from '../../src/contract/models.js'

export default class ModelStatus extends ModelCommand {
  static override summary = 'Show the state of the 3D model of a character; each request advances the job.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira']
  static override args = { character: characterArg }
  static override flags = { ...serviceFlags, ...waitFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ModelStatus)
    const { client } = await this.resolveService(flags)
    const characterId = await findCharacterId(client, args.character)
    const output = this.output(flags)
    if (flags.wait !== undefined) return this.awaitModel({ client, output }, characterId, flags)
    const status = await client.call(getModelStatus, { params: { characterId } })
    output.result(status, () => renderModel(output.terminal, status))
  }
}

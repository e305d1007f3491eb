import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { watchEncounter } from '../../src/cli/encounters/watch-encounter.js'
import { CommandError, EXIT } from '../../src/cli/errors/command-error.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import type { Client } from '../../src/client/create-client.js'
import { listCharacters } from '../../src/contract/characters.js'

export default class EncounterWatch extends ParleyCommand {
  static override summary = 'Print the conversation of an encounter, from the beginning to the end.'
  static override description =
    'A finished encounter can be watched for a day. With --json each event is one line of NDJSON.'
  static override examples = ['<%= config.bin %> <%= command.id %> ENCOUNTER_ID']
  static override args = {
    encounter: Args.string({ required: true, description: 'Id that `encounter start` printed.' }),
  }
  static override flags = {
    ...serviceFlags,
    character: Flags.string({
      summary: 'Character to open the socket session with. Default: the newest.',
      helpValue: 'CHARACTER',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EncounterWatch)
    const { client } = await this.resolveService(flags)
    const { character } = flags
    const characterId =
      character === undefined ? await newest(client) : await findCharacterId(client, character)
    const connectTimeoutMs = flags.timeout * 1000
    const output = this.output(flags)
    const encounterId = args.encounter
    await watchEncounter({ client, output, encounterId, characterId, connectTimeoutMs })
  }
}

async function newest(client: Client): Promise<string> {
  const [character] = (await client.call(listCharacters, { query: { limit: 1 } })).characters
  if (character !== undefined) return character.id
  const message = 'There are no characters, so there is no encounter.'
  throw new CommandError({ code: 'not_found', message, exitCode: EXIT.failed })
}

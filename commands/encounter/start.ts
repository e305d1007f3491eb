import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { watchEncounter } from '../../src/cli/encounters/watch-encounter.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { ENCOUNTER_SIDES, startEncounter } from '../../src/contract/encounters.js'

const description = 'Id or name, or a unique prefix of either.'

export default class EncounterStart extends ParleyCommand {
  static override summary = 'Start a conversation between two characters; both remember it.'
  static override description =
    'It continues when this command ends. With --json and --watch each event is one line of NDJSON.'
  static override examples = [
    "<%= config.bin %> <%= command.id %> Mira Maren --prompt 'They meet at the harbour' --max-turns 4 --watch",
  ]
  static override args = {
    a: Args.string({ required: true, description }),
    b: Args.string({ required: true, description }),
  }
  static override flags = {
    ...serviceFlags,
    prompt: Flags.string({
      required: true,
      summary: 'The scene: where they meet, and the topic.',
      helpValue: 'TEXT',
    }),
    'max-turns': Flags.integer({
      summary: 'Total number of turns, 1 to 20. Default: 6.',
      helpValue: 'NUMBER',
    }),
    starter: Flags.option({ options: ENCOUNTER_SIDES })({ summary: 'Who speaks first. Default: a.' }),
    voice: Flags.boolean({ summary: 'Synthesize speech for clients on the socket.' }),
    watch: Flags.boolean({ summary: 'Print the conversation until it ends.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EncounterStart)
    const { client } = await this.resolveService(flags)
    const ids = {
      characterAId: await findCharacterId(client, args.a),
      characterBId: await findCharacterId(client, args.b),
    }
    const options = omitUndefined({
      maxTurns: flags['max-turns'],
      starter: flags.starter,
      voice: flags.voice ? true : undefined,
    })
    const { encounterId } = await client.call(startEncounter, {
      body: { ...ids, prompt: flags.prompt, ...options },
    })
    const output = this.output(flags)
    if (!flags.watch) return output.result({ encounterId }, () => encounterId)

    output.event({ event: 'started', encounterId }, () => '')
    output.note(`Encounter ${encounterId}`)
    const connectTimeoutMs = flags.timeout * 1000
    const characterId = ids.characterAId
    await watchEncounter({ client, output, encounterId, characterId, connectTimeoutMs })
  }
}

import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { renderChecks } from '../../src/cli/doctor/check.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { withSpinner } from '../../src/cli/output/terminal.js'
import { checkVoice } from '../../src/cli/voice/check/voice-check.js'
import { pathFlag, thisMachine } from '../../src/cli/voice/devices/sound-programs.js'

export default class VoiceCheck extends ParleyCommand {
  static override summary = 'Check microphone, loudspeaker and speech providers, and measure response times.'
  static override description =
    `Plays a test tone and records it with the microphone, if there are programs for both.
Speaks a sentence to a character in the stub voice, and measures each stage until the reply sounds.
Without CHARACTER a temporary one is created.
Exits with 0 when nothing failed, with 1 when something did, with 7 when no server is reachable.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> Maren --json',
    '<%= config.bin %> <%= command.id %> --no-play',
  ]
  static override args = {
    character: Args.string({
      description: 'Id or name of a character with a voice, or the beginning of one.',
    }),
  }
  static override flags = {
    ...serviceFlags,
    play: Flags.boolean({
      summary: 'Play a test tone and record it; --no-play for silence, or with headphones.',
      default: true,
      allowNo: true,
    }),
    path: pathFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VoiceCheck)
    const { terminal, result } = this.output(flags)
    const { client, target } = await this.resolveService(flags)
    const characterId = args.character === undefined ? null : await findCharacterId(client, args.character)
    const { check, exitCode } = await withSpinner(terminal, 'Listening', () =>
      checkVoice({ client, target, machine: thisMachine(flags.path), characterId, plays: flags.play }),
    )
    result(check, () => renderChecks(terminal, check.checks))
    process.exitCode = exitCode
  }
}

import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { findCharacterId } from '../../src/cli/characters/find-character.js'
import { renderChecks } from '../../src/cli/doctor/check.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { withSpinner } from '../../src/cli/output/terminal.js'
import { checkVoice } from '../../src/cli/voice/check/voice-check.js'
import { pathFlag, thisMachine } from '../../src/cli/voice/devices/sound-programs.js'

export default class VoiceCheck extends ParleyCommand {
  static override summary = 'Check microphone and loudspeaker, and measure the delay of a spoken reply.'
  static override description =
    `Plays a test tone and searches for it in the recording of the microphone, if programs for both are installed.
Sends a sentence to a character in the voice of the stub, and measures each stage until the reply is audible.
Without CHARACTER a temporary one is created.
Exits with 0 if no check failed, with 1 if one failed, with 7 if no server is reachable.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> Maren --json',
    '<%= config.bin %> <%= command.id %> --no-play',
  ]
  static override args = {
    character: Args.string({
      description: 'Id or name of a character with a voice, or a unique prefix of either.',
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

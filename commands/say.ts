import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { characterArg } from '../src/cli/characters/character-flags.js'
import { findCharacterId } from '../src/cli/characters/find-character.js'
import { defaultPlayerId } from '../src/cli/chat/chat-participants.js'
import { usageError } from '../src/cli/errors/command-error.js'
import { serviceFlags, timeoutFlag } from '../src/cli/flags/service-flags.js'
import { readTextOrFile } from '../src/cli/flags/value-flags.js'
import { refuseOverwriting, requireFreeStandardOutput } from '../src/cli/output/output-file.js'
import { pathFlag, thisMachine } from '../src/cli/voice/devices/sound-programs.js'
import { sayAndPlay, sayInOwnSession } from '../src/cli/voice/say-line.js'
import { describeSpokenLine, saveSpokenLine } from '../src/cli/voice/spoken-line-view.js'
import { playerIdFlags, rateFlag } from '../src/cli/voice/voice-flags.js'
import { requireVoicedCharacter } from '../src/cli/voice/voice-session.js'
import { CONTRACT_LIMITS } from '../src/contract/limits.js'

export default class Say extends ParleyCommand {
  static override summary = 'Let a character speak a given line.'
  static override description = `The line is spoken word for word, without a language model.
It is played with the first of decibri, ffplay, play (sox) and aplay that is installed; --out writes a WAV file.`
  static override examples = [
    "<%= config.bin %> <%= command.id %> Maren 'Welcome aboard!' --out welcome.wav",
    "<%= config.bin %> <%= command.id %> Maren 'Mind the third step.' --out - --rate 16000 > step.wav",
  ]
  static override args = {
    character: characterArg,
    line: Args.string({
      required: true,
      parse: readTextOrFile,
      description: 'Text to speak; @FILE for the content of a file.',
    }),
  }
  static override flags = {
    ...serviceFlags,
    ...playerIdFlags,
    timeout: timeoutFlag('Time limit of the connection, and of a pause in the speech.', 60),
    out: Flags.string({
      char: 'o',
      summary: 'WAV file to write instead of playing. - is standard output.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.' }),
    rate: rateFlag,
    path: pathFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Say)
    const output = this.output(flags)
    if (args.line.trim() === '') throw usageError('The line is blank')
    if (flags.out === '-') requireFreeStandardOutput(flags)
    if (flags.out !== undefined) refuseOverwriting(flags.out, flags, '--out')
    // With a player header the service hides the characters that belong to the account.
    const { client } = await this.resolveService({ ...flags, 'player-id': undefined })
    const characterId = await findCharacterId(client, args.character)
    await requireVoicedCharacter(client, characterId)
    if (args.line.length > MAX_CHARACTERS)
      output.warn(`The service only speaks the first ${MAX_CHARACTERS} characters`)
    const line = {
      text: args.line,
      characterId,
      playerId: flags['player-id'] ?? defaultPlayerId(),
      rate: flags.rate,
      pauseMs: flags.timeout * 1000,
    }
    const spoken =
      flags.out === undefined
        ? await sayAndPlay(client, line, thisMachine(flags.path))
        : await sayInOwnSession(client, line)
    if (flags.out !== undefined) await saveSpokenLine(flags.out, spoken)
    if (flags.out !== '-') output.result(...describeSpokenLine(spoken, flags.out))
  }
}

const MAX_CHARACTERS = CONTRACT_LIMITS.messageCharacters

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
import { describeSpokenLine, saveSpokenLine, sayAndPlay, sayInOwnSession } from '../src/cli/voice/say-line.js'
import { dataLayerFlag, playerIdFlags, rateFlag } from '../src/cli/voice/voice-flags.js'
import { requireVoicedCharacter } from '../src/cli/voice/voice-session.js'
import { CONTRACT_LIMITS } from '../src/contract/limits.js'

export default class Say extends ParleyCommand {
  static override summary = 'Have a character say a line.'
  static override description = `The character says the line unchanged; no model is called.
It plays with the first program found of decibri, ffplay, play (sox) and aplay; with --out it becomes a WAV file.`
  static override examples = [
    "<%= config.bin %> <%= command.id %> Maren 'Welcome aboard!' --out welcome.wav",
    "<%= config.bin %> <%= command.id %> Maren 'Mind the third step.' --out - --data-layer > step.wav",
  ]
  static override args = {
    character: characterArg,
    line: Args.string({
      required: true,
      parse: readTextOrFile,
      description: 'What to say; @FILE for what a file holds.',
    }),
  }
  static override flags = {
    ...serviceFlags,
    ...playerIdFlags,
    timeout: timeoutFlag('How long the connection, or a pause in the line, may take.', 60),
    out: Flags.string({
      char: 'o',
      summary: 'WAV file to write instead of playing. - is standard output.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.' }),
    rate: rateFlag,
    'data-layer': dataLayerFlag,
    path: pathFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Say)
    const output = this.output(flags)
    if (args.line.trim() === '') throw usageError('There is nothing to say')
    if (flags.out === '-') requireFreeStandardOutput(flags)
    if (flags.out !== undefined) refuseOverwriting(flags.out, flags, '--out')
    // With the player as a header, the service would hide characters that belong to the account.
    const { client } = await this.resolveService({ ...flags, 'player-id': undefined })
    const characterId = await findCharacterId(client, args.character)
    await requireVoicedCharacter(client, characterId)
    if (args.line.length > MAX_CHARACTERS)
      output.warn(`A service says the first ${MAX_CHARACTERS} characters only`)
    const line = {
      text: args.line,
      characterId,
      playerId: flags['player-id'] ?? defaultPlayerId(),
      rate: flags.rate,
      hasDataLayer: flags['data-layer'],
      idleTimeoutMs: flags.timeout * 1000,
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

import { Args, Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { renderCharacter } from '../../src/cli/characters/character-view.js'
import { createFromImageUpload, openImage } from '../../src/cli/characters/image-upload.js'
import { omitUndefined } from '../../src/cli/flags/omit-undefined.js'
import { textFlag } from '../../src/cli/flags/value-flags.js'
import { uploadFlags } from '../../src/cli/input/upload.js'

export default class CharactersFromImage extends ParleyCommand {
  static override summary = 'Create a character from an image: JPEG, PNG or WebP, at most 10 MB.'
  static override description =
    'The image becomes its source image and, cropped to a square, its avatar. Name, persona, appearance and voice are generated from what it shows.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> mira.png',
    '<%= config.bin %> <%= command.id %> mira.png --persona-prompt "A retired pirate" --default-voice',
  ]
  static override args = {
    picture: Args.string({
      required: true,
      description: 'Image file, http or https address, or - for standard input.',
    }),
  }
  static override flags = {
    ...uploadFlags,
    'appearance-prompt': textFlag({ summary: 'Instructions for the appearance, at most 500 characters.' }),
    'voice-prompt': textFlag({ summary: 'Instructions for the voice, at most 300 characters.' }),
    'persona-prompt': textFlag({ summary: 'Instructions for the persona, at most 500 characters.' }),
    'tts-provider': Flags.string({ summary: 'Provider of the voice.', helpValue: 'NAME' }),
    'default-voice': Flags.boolean({ summary: 'Use the default voice of the provider.' }),
    'idempotency-key': Flags.string({
      summary: 'The same key returns the same character for 24 hours.',
      helpValue: 'KEY',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CharactersFromImage)
    const file = await openImage(args.picture, flags.timeout * 1000)
    const { client } = await this.resolveService(flags)
    const body = omitUndefined({
      appearancePrompt: flags['appearance-prompt'],
      voicePrompt: flags['voice-prompt'],
      personaPrompt: flags['persona-prompt'],
      ttsProvider: flags['tts-provider'],
      useDefaultVoice: flags['default-voice'] ? true : undefined,
    })
    const idempotencyKey = flags['idempotency-key']
    const character = await client.call(createFromImageUpload, { file, body }, { idempotencyKey })
    const { terminal, result } = this.output(flags)
    result(character, () => renderCharacter(terminal, character))
  }
}

import { Args, Flags } from '@oclif/core'
import { DELIVERY_MODES, VERBOSITIES } from '../../contract/characters.js'
import { numberFlag, textFlag } from '../flags/value-flags.js'
import { CLEARABLE_FIELDS } from './character-config.js'
import { parseAction } from './parse-action.js'

export const characterArg = Args.string({
  required: true,
  description: 'Id or name, or the beginning of one.',
})

const persona = { helpGroup: 'PERSONA' }
const mind = { helpGroup: 'LANGUAGE MODEL' }
const speech = { helpGroup: 'VOICE' }
const other = { helpGroup: 'CHARACTER' }

export const strictFlag = Flags.boolean({
  summary: 'Fail for what a file says and the service would ignore.',
})

/** One flag for each field of the contract's character configuration. Bounds are the service's to check. */
export const characterFlags = {
  file: Flags.string({
    char: 'f',
    summary:
      'Configuration in YAML or JSON, in the shape of the service; flags win over it. - is standard input.',
    helpValue: 'FILE',
  }),
  strict: strictFlag,
  name: Flags.string({ ...persona, summary: 'Display name.' }),
  tagline: Flags.string({ ...persona, summary: 'A line about the character.' }),
  personality: textFlag({ ...persona, summary: 'What it is like.' }),
  background: textFlag({ ...persona, summary: 'What it knows and where it comes from.' }),
  'system-prompt': textFlag({ ...persona, summary: 'Replaces the generated prompt.' }),
  appearance: textFlag({ ...persona, summary: 'What it looks like.' }),
  avatar: Flags.string({ ...persona, summary: 'Identifier or address of a picture.' }),
  action: Flags.custom<ReturnType<typeof parseAction>>({
    ...persona,
    summary: 'Something it can do; may be repeated and replaces all.',
    description:
      "For instance 'wave: Waves' or 'sit(place:string!, seconds:number): Sits down'; ! is required.",
    helpValue: 'ACTION',
    multiple: true,
    parse: async (input) => parseAction(input),
  })(),
  'llm-provider': Flags.string({ ...mind, summary: 'Provider of the language model.' }),
  'llm-model': Flags.string({ ...mind, summary: 'Language model.' }),
  temperature: numberFlag({ ...mind, summary: '0 to 2.' }),
  'max-tokens': Flags.integer({ ...mind, summary: '1 to 4096.' }),
  verbosity: Flags.option({ options: VERBOSITIES })({ ...mind, summary: 'Length of replies.' }),
  voice: Flags.string({ ...speech, summary: 'Voice id of the provider.' }),
  'tts-provider': Flags.string({ ...speech, summary: 'Provider of the voice.' }),
  'tts-model': Flags.string({ ...speech, summary: 'Voice model.' }),
  'tts-speed': numberFlag({ ...speech, summary: '0.5 to 2.' }),
  'tts-delivery-mode': Flags.option({ options: DELIVERY_MODES })({
    ...speech,
    summary: 'Manner of speaking.',
  }),
  'text-only': Flags.boolean({
    ...speech,
    summary: 'Never speak. Default: as the voice suggests.',
    allowNo: true,
  }),
  'stt-provider': Flags.string({ ...speech, summary: 'Provider of speech recognition.' }),
  'stt-language': Flags.string({ ...speech, summary: 'Language it hears, such as en.', helpValue: 'CODE' }),
  'vad-sensitivity': numberFlag({ ...speech, summary: 'Sensitivity of voice detection, 0 to 1.' }),
  'vad-min-speech-ms': Flags.integer({ ...speech, summary: 'Shortest speech, 50 to 2000 ms.' }),
  'vlm-model': Flags.string({ ...other, summary: 'Vision model.' }),
  verbose: Flags.boolean({ ...other, summary: 'Elaborate replies.', allowNo: true }),
  public: Flags.boolean({ ...other, summary: 'Visible to others.', allowNo: true }),
  'document-id': Flags.string({
    ...other,
    summary: 'Knowledge document to attach; repeatable.',
    multiple: true,
  }),
}

/** On update: fields that may be null again. */
export const clearFlag = Flags.option({ options: CLEARABLE_FIELDS, multiple: true })({
  summary: 'Field to empty; may be repeated.',
  helpValue: 'FIELD',
})

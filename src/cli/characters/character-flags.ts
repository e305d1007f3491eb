import { Args, Flags } from '@oclif/core'
import { DELIVERY_MODES, VERBOSITIES } from '../../contract/character-settings.js'
import { numberFlag, textFlag } from '../flags/value-flags.js'
import { CLEARABLE_FIELDS } from './character-config.js'
import { parseAction } from './parse-action.js'

export const characterArg = Args.string({
  required: true,
  description: 'Id or name, or a unique prefix of either.',
})

const persona = { helpGroup: 'PERSONA' }
const languageModel = { helpGroup: 'LANGUAGE MODEL' }
const speech = { helpGroup: 'VOICE' }
const other = { helpGroup: 'CHARACTER' }

export const strictFlag = Flags.boolean({
  summary: 'Fail if the file has fields that the service would ignore.',
})

/** One flag for each field of the contract's character configuration. The service checks the bounds. */
export const characterFlags = {
  file: Flags.string({
    char: 'f',
    summary:
      'Configuration in YAML or JSON, in the format of the service; flags override it. - is standard input.',
    helpValue: 'FILE',
  }),
  strict: strictFlag,
  name: Flags.string({ ...persona, summary: 'Display name.' }),
  tagline: Flags.string({ ...persona, summary: 'One line about the character.' }),
  personality: textFlag({ ...persona, summary: 'Personality.' }),
  background: textFlag({ ...persona, summary: 'What it knows and where it comes from.' }),
  'system-prompt': textFlag({ ...persona, summary: 'System prompt, instead of the generated one.' }),
  appearance: textFlag({ ...persona, summary: 'What it looks like.' }),
  avatar: Flags.string({ ...persona, summary: 'Id or address of an image.' }),
  action: Flags.custom<ReturnType<typeof parseAction>>({
    ...persona,
    summary: 'Action that it can perform; may be repeated. Replaces all actions.',
    description:
      "For example 'wave: Waves' or 'sit(place:string!, seconds:number): Sits down'; ! marks a required parameter.",
    helpValue: 'ACTION',
    multiple: true,
    parse: async (input) => parseAction(input),
  })(),
  'llm-provider': Flags.string({ ...languageModel, summary: 'Provider of the language model.' }),
  'llm-model': Flags.string({ ...languageModel, summary: 'Language model.' }),
  temperature: numberFlag({ ...languageModel, summary: 'Temperature, 0 to 2.' }),
  'max-tokens': Flags.integer({
    ...languageModel,
    summary: 'Maximum length of a reply in tokens, 1 to 4096.',
  }),
  verbosity: Flags.option({ options: VERBOSITIES })({ ...languageModel, summary: 'Length of replies.' }),
  voice: Flags.string({ ...speech, summary: 'Voice id of the provider.' }),
  'tts-provider': Flags.string({ ...speech, summary: 'Provider of the voice.' }),
  'tts-model': Flags.string({ ...speech, summary: 'Voice model.' }),
  'tts-speed': numberFlag({ ...speech, summary: 'Speed of speech, 0.5 to 2.' }),
  'tts-delivery-mode': Flags.option({ options: DELIVERY_MODES })({
    ...speech,
    summary: 'Manner of speaking.',
  }),
  'text-only': Flags.boolean({
    ...speech,
    summary: 'Reply without speech. Default: depends on the voice.',
    allowNo: true,
  }),
  'stt-provider': Flags.string({ ...speech, summary: 'Provider of speech recognition.' }),
  'stt-language': Flags.string({
    ...speech,
    summary: 'Language of speech recognition, such as en.',
    helpValue: 'CODE',
  }),
  'vad-sensitivity': numberFlag({ ...speech, summary: 'Sensitivity of voice activity detection, 0 to 1.' }),
  'vad-min-speech-ms': Flags.integer({ ...speech, summary: 'Minimum duration of speech, 50 to 2000 ms.' }),
  'vlm-model': Flags.string({ ...other, summary: 'Vision model.' }),
  verbose: Flags.boolean({ ...other, summary: 'Elaborate replies.', allowNo: true }),
  public: Flags.boolean({ ...other, summary: 'Make the character visible to others.', allowNo: true }),
  'document-id': Flags.string({
    ...other,
    summary: 'Document to attach; may be repeated.',
    multiple: true,
  }),
}

/** Resets fields to null on update. */
export const clearFlag = Flags.option({ options: CLEARABLE_FIELDS, multiple: true })({
  summary: 'Field to reset to null; may be repeated.',
  helpValue: 'FIELD',
})

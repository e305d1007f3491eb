import type { Action, CharacterConfig } from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import { usageError } from '../errors/command-error.js'

/** Where each flag goes in the contract's configuration, and whether that field may be null. */
const FIELDS = {
  name: ['persona', 'name'],
  tagline: ['persona', 'tagline', 'nullable'],
  personality: ['persona', 'personality', 'nullable'],
  background: ['persona', 'background', 'nullable'],
  'system-prompt': ['persona', 'system_prompt', 'nullable'],
  'llm-provider': ['llm', 'provider'],
  'llm-model': ['llm', 'model'],
  temperature: ['llm', 'temperature'],
  'max-tokens': ['llm', 'max_tokens'],
  verbosity: ['llm', 'verbosity'],
  voice: ['tts', 'voice', 'nullable'],
  'tts-provider': ['tts', 'provider'],
  'tts-model': ['tts', 'model'],
  'tts-speed': ['tts', 'speed'],
  'tts-delivery-mode': ['tts', 'delivery_mode', 'nullable'],
  'stt-provider': ['stt', 'provider'],
  'stt-language': ['stt', 'language'],
  'vad-sensitivity': ['vad', 'sensitivity'],
  'vad-min-speech-ms': ['vad', 'min_speech_duration_ms'],
  'vlm-model': ['vlm', 'model'],
  appearance: ['', 'appearance', 'nullable'],
  'text-only': ['', 'text_only'],
  verbose: ['', 'verbose'],
  public: ['', 'is_public'],
  avatar: ['', 'avatar', 'nullable'],
  action: ['', 'actions', 'nullable'],
  'document-id': ['', 'document_ids', 'nullable'],
} as const satisfies Record<string, readonly [section: string, field: string, nullable?: 'nullable']>

export type FieldFlag = keyof typeof FIELDS
type Clearable = {
  [Flag in FieldFlag]: (typeof FIELDS)[Flag] extends readonly [string, string, 'nullable'] ? Flag : never
}[FieldFlag]

const flagNames = Object.keys(FIELDS) as FieldFlag[]

export const CLEARABLE_FIELDS: readonly Clearable[] = flagNames.filter(
  (flag): flag is Clearable => FIELDS[flag].length === 3,
)

export type FieldFlags = {
  readonly [Flag in FieldFlag]?: string | number | boolean | readonly string[] | readonly Action[] | undefined
} & { readonly clear?: readonly Clearable[] | undefined }

type Plain = Record<string, unknown>

/** The configuration that a file and the flags make together: the flags win, field by field. */
export function mergeCharacterConfig(fromFile: Plain, flags: FieldFlags): CharacterConfig {
  const twice = flags.clear?.find((flag) => flags[flag] !== undefined)
  if (twice !== undefined) throw usageError(`--${twice} and --clear ${twice} contradict each other`)
  const given = flagNames.flatMap((flag): [FieldFlag, unknown][] =>
    flags[flag] === undefined ? [] : [[flag, flags[flag]]],
  )
  const cleared = (flags.clear ?? []).map((flag): [FieldFlag, unknown] => [flag, null])
  // Whether the values fit is for the service to say; its answer names every field that does not.
  return [...given, ...cleared].reduce<Plain>(setField, fromFile) as CharacterConfig
}

function setField(config: Plain, [flag, value]: [FieldFlag, unknown]): Plain {
  const [section, field] = FIELDS[flag]
  if (section === '') return { ...config, [field]: value }
  return { ...config, [section]: { ...asObject(config[section]), [field]: value } }
}

const asObject = (value: unknown): Plain => (isObject(value) ? { ...value } : {})

import type { Action, CharacterConfig } from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import { usageError } from '../errors/command-error.js'

/** The field of the contract's configuration that each flag sets, and whether it may be null. */
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

type PlainObject = Record<string, unknown>

/** Merges the configuration of a file with the flags. Flags win, field by field. */
export function mergeCharacterConfig(fromFile: PlainObject, flags: FieldFlags): CharacterConfig {
  const contradiction = flags.clear?.find((flag) => flags[flag] !== undefined)
  if (contradiction !== undefined)
    throw usageError(`--${contradiction} and --clear ${contradiction} contradict each other`)
  const assigned = flagNames.flatMap((flag): [FieldFlag, unknown][] =>
    flags[flag] === undefined ? [] : [[flag, flags[flag]]],
  )
  const cleared = (flags.clear ?? []).map((flag): [FieldFlag, unknown] => [flag, null])
  // Values are validated by the service, whose error names every invalid field.
  return [...assigned, ...cleared].reduce<PlainObject>(setField, fromFile) as CharacterConfig
}

function setField(config: PlainObject, [flag, value]: [FieldFlag, unknown]): PlainObject {
  const [section, field] = FIELDS[flag]
  if (section === '') return { ...config, [field]: value }
  return { ...config, [section]: { ...asObject(config[section]), [field]: value } }
}

const asObject = (value: unknown): PlainObject => (isObject(value) ? { ...value } : {})

import {
  type Action,
  type ActionParameter,
  type CharacterConfig,
  CharacterConfigSchema,
} from '../../contract/characters.js'
import { defaultsOf } from '../defaults.js'
import type { CharacterRecord } from './record.js'

/** What each section of a body is called in the record: `llm.model` is `llm_model`, `persona.name` is `name`. */
const PREFIXES = { persona: '', llm: 'llm_', tts: 'tts_', stt: 'stt_', vad: 'vad_', vlm: 'vlm_' } as const
type Section = keyof typeof PREFIXES
const SECTIONS = Object.keys(PREFIXES) as Section[]

const PLAIN = ['appearance', 'verbose', 'is_public', 'avatar'] as const

type SectionFields<S extends Section> = {
  [Name in keyof NonNullable<CharacterConfig[S]> & string as `${(typeof PREFIXES)[S]}${Name}`]: unknown
}
type ConfiguredName = { [S in Section]: keyof SectionFields<S> }[Section] | (typeof PLAIN)[number] | 'actions'

/** The fields of a record that a body sets just as they are; `text_only` follows a rule of its own. */
export type Configured = Pick<CharacterRecord, ConfiguredName>

/** The fields that the body gives, under their names in the record. Keys that nobody knows stay behind. */
export function givenFields(config: CharacterConfig): Partial<Configured> {
  const fields: Record<string, unknown> = {}
  for (const section of SECTIONS) {
    const given: Readonly<Record<string, unknown>> = config[section] ?? {}
    for (const name of Object.keys(CharacterConfigSchema.properties[section].properties)) {
      if (given[name] !== undefined) fields[PREFIXES[section] + name] = given[name]
    }
  }
  for (const name of PLAIN) {
    if (config[name] !== undefined) fields[name] = config[name]
  }
  if (config.actions !== undefined) fields.actions = (config.actions ?? []).map(knownAction)
  return fields
}

/** What a character has whose body gives nothing. */
export function defaultFields(): Configured {
  const sections = SECTIONS.map((section) => [section, defaultsOf(CharacterConfigSchema.properties[section])])
  const config = { ...defaultsOf(CharacterConfigSchema), ...Object.fromEntries(sections) }
  // Complete, because the schema has a default for every field that `Configured` is derived from.
  return givenFields(config) as Configured
}

const knownAction = ({ name, description, parameters }: Action): Action => ({
  name,
  ...(description === undefined ? {} : { description }),
  parameters: (parameters ?? []).map(knownParameter),
})

const knownParameter = ({ name, type, required, description }: ActionParameter): ActionParameter => ({
  name,
  type: type ?? 'string',
  required: required ?? false,
  description: description ?? null,
})

import { type TProperties, Type } from 'typebox'
import { type CharacterConfig, CharacterConfigSchema } from './characters.js'

const { properties } = CharacterConfigSchema
const SECTIONS = ['persona', 'llm', 'tts', 'stt', 'vad', 'vlm'] as const

/** A field of a section under the name that it has in an agent: `tts.speed` is `tts_speed`, `persona.name` is `name`. */
const FLAT = SECTIONS.flatMap((section) =>
  Object.entries<TProperties[string]>(properties[section].properties).map(([field, schema]) => ({
    name: section === 'persona' ? field : `${section}_${field}`,
    section,
    field,
    schema,
  })),
)

// Open in the contract: which fields the forms of the legacy routes have. We take those of the JSON body, sections
// and lists as JSON text, and the fields of an agent.
/** The text fields of a form that creates or updates an agent. Unknown ones are ignored. */
export const AgentFormSchema = Type.Object({
  ...properties,
  ...Object.fromEntries(FLAT.map(({ name, schema }) => [name, schema])),
})

/** Its file parts, and what each takes. */
export const AGENT_FORM_FILES = {
  image: 'The avatar: JPEG, PNG or WebP, at most 10 MB',
  model: 'The 3D model: binary glTF 2.0 (`.glb`), at most 150 MB',
} as const

/** The JSON body that says what a valid form says; a field of its own counts before the same one in a section. */
export function formToCharacterConfig(form: Readonly<Record<string, unknown>>): CharacterConfig {
  const flat = new Set(FLAT.map(({ name }) => name))
  const own = Object.entries(form).filter(([name]) => !flat.has(name))
  const given = FLAT.filter(({ name }) => Object.hasOwn(form, name))
  const sections = SECTIONS.filter((name) => name in form || given.some(({ section }) => section === name))
  // Field by field what the schema says; entries have lost which schema goes with which name.
  return Object.fromEntries([
    ...own,
    ...sections.map((name) => [name, { ...(form[name] ?? {}), ...fieldsOf(name) }]),
  ]) as CharacterConfig

  function fieldsOf(section: string): object {
    const fields = given.filter((one) => one.section === section)
    return Object.fromEntries(fields.map(({ name, field }) => [field, form[name]]))
  }
}

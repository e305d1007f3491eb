import { type TProperties, Type } from 'typebox'
import { type CharacterConfig, CharacterConfigSchema } from '../characters.js'

const { properties } = CharacterConfigSchema
const SECTIONS = ['persona', 'llm', 'tts', 'stt', 'vad', 'vlm'] as const

/** The agent's name for a field of a section: `tts.speed` is `tts_speed`, `persona.name` is `name`. */
const FLAT = SECTIONS.flatMap((section) =>
  Object.entries<TProperties[string]>(properties[section].properties).map(([field, schema]) => ({
    name: section === 'persona' ? field : `${section}_${field}`,
    section,
    field,
    schema,
  })),
)

// Open in the contract: which fields the forms of the legacy routes have. We accept those of the JSON body, with sections
// and lists as JSON text, and the fields of an agent.
/** The text fields of a form that creates or updates an agent. Unknown ones are ignored. */
export const AgentFormSchema = Type.Object({
  ...properties,
  ...Object.fromEntries(FLAT.map(({ name, schema }) => [name, schema])),
})

/** Its file parts, with their descriptions. */
export const AGENT_FORM_FILES = {
  image: 'The avatar: JPEG, PNG or WebP, at most 10 MB',
  model: 'The 3D model: binary glTF 2.0 (`.glb`), at most 150 MB',
} as const

/** Converts a valid form to the JSON body; an agent field takes precedence over the same field in a section. */
export function formToCharacterConfig(form: Readonly<Record<string, unknown>>): CharacterConfig {
  const flat = new Set(FLAT.map(({ name }) => name))
  const own = Object.entries(form).filter(([name]) => !flat.has(name))
  const given = FLAT.filter(({ name }) => Object.hasOwn(form, name))
  const sections = SECTIONS.filter((name) => name in form || given.some(({ section }) => section === name))
  // Correct by construction; `Object.entries` loses which value belongs to which name.
  return Object.fromEntries([
    ...own,
    ...sections.map((name) => [name, { ...(form[name] ?? {}), ...fieldsOf(name) }]),
  ]) as CharacterConfig

  function fieldsOf(section: string): object {
    const fields = given.filter((one) => one.section === section)
    return Object.fromEntries(fields.map(({ name, field }) => [field, form[name]]))
  }
}

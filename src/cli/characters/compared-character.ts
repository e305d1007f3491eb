import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../client/create-client.js'
import {
  type Action,
  type CharacterConfig,
  CharacterSchema,
  getCharacter,
} from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import { usageError } from '../errors/command-error.js'
import { inputName, readYamlObject } from '../input/read-input.js'
import { describeFieldIssues, normalizeFields, SECTIONS } from './character-fields.js'
import { findCharacterId } from './find-character.js'

/** Fields by the flat names of a returned character, such as `tts_voice`. */
export type ComparedFields = ReadonlyMap<string, unknown>

/** One side of a comparison: a stored character, or the fields that a file names. */
export type ComparedCharacter = {
  readonly source:
    | { readonly kind: 'character'; readonly id: string; readonly name: string }
    | { readonly kind: 'file'; readonly file: string }
  readonly fields: ComparedFields
}

/** A field whose values differ; `undefined`: this side, a file, does not name it. */
export type FieldDifference = { readonly field: string; readonly a: unknown; readonly b: unknown }

const FILE_NAME = /[/\\]|\.(?:ya?ml|json)$/i

/** Whether a word of the command line means a file; a character's name hardly ends in `.yaml`. */
export const isFileName = (text: string): boolean => text === '-' || FILE_NAME.test(text)

/** Reads one side: a file, or the character of that id or name. */
export async function readComparedCharacter(
  client: () => Promise<Client>,
  text: string,
): Promise<ComparedCharacter> {
  if (isFileName(text)) {
    const config = await readFieldsFile(text)
    return { source: { kind: 'file', file: inputName(text) }, fields: fieldsOfConfig(config) }
  }
  const service = await client()
  const params = { characterId: await findCharacterId(service, text) }
  const character = await service.call(getCharacter, { params })
  const { id, name } = character
  return { source: { kind: 'character', id, name }, fields: fieldsOfConfig(configOf(character)) }
}

/**
 * Reads a file of fields: what a request would take, or a character as `characters get --json` prints it. Throws a usage
 * error if it names no field, one that the service does not know, or something else where an object or a list belongs.
 * Values are not checked.
 */
export async function readFieldsFile(file: string): Promise<CharacterConfig> {
  const name = inputName(file)
  const { config, notes } = normalizeFields(await readYamlObject(file))
  const faults = notes.filter(({ kind }) => kind !== 'unsettable')
  if (faults.length > 0) {
    const lines = describeFieldIssues(faults).map(({ text }) => `  ${text}`)
    throw usageError([`${name} has invalid fields:`, ...lines].join('\n'))
  }
  if (Object.keys(config).length === 0) throw usageError(`${name} names no field of a character`, FIELDS_HINT)
  const notObject = SECTIONS.find((section) => config[section] !== undefined && !isObject(config[section]))
  if (notObject !== undefined) throw usageError(`${name}: ${notObject} is not an object`, FIELDS_HINT)
  const { actions = null } = config
  if (actions !== null && !(Array.isArray(actions) && actions.every(isAction)))
    throw usageError(`${name}: actions is not a list of actions`, FIELDS_HINT)
  // The service checks the values.
  return config as CharacterConfig
}

const FIELDS_HINT = 'For example: persona: { personality: Grumpy }'

/** Nothing is known of a file yet, whatever the type says. */
function isAction(action: unknown): boolean {
  if (!isObject(action)) return false
  const { parameters } = action
  return parameters === undefined || (Array.isArray(parameters) && parameters.every(isObject))
}

/** The configuration with which a request would create this character. */
export const configOf = (character: object): CharacterConfig =>
  // A returned character has exactly the fields of the contract.
  normalizeFields({ ...character }).config as CharacterConfig

/** The fields of a configuration by their flat names. */
export function fieldsOfConfig(config: CharacterConfig): ComparedFields {
  const flat = Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'actions') return [[name, (config.actions ?? []).map(completeAction)]]
    if (!isObject(value)) return [[name, value]]
    const prefix = name === 'persona' ? '' : `${name}_`
    return Object.entries(value).map(([field, inner]) => [`${prefix}${field}`, inner])
  })
  return new Map(flat)
}

/** With the defaults that the service fills in, so that a file equals the character made of it. */
const completeAction = ({ name, description, parameters }: Action): Action => ({
  name,
  ...(description !== undefined && { description }),
  parameters: (parameters ?? []).map((parameter) => ({
    name: parameter.name,
    type: parameter.type ?? 'string',
    required: parameter.required ?? false,
    description: parameter.description ?? null,
  })),
})

/**
 * The fields that differ, in the order of a returned character. A file may leave out fields: against a character they are not
 * compared, as they would stay as they are; between two files they differ.
 */
export function diffCharacters(a: ComparedCharacter, b: ComparedCharacter): FieldDifference[] {
  const isPartial = [a, b].filter(({ source }) => source.kind === 'file').length === 1
  const names = new Set([...a.fields.keys(), ...b.fields.keys()])
  return [...names]
    .filter((field) => !isPartial || (a.fields.has(field) && b.fields.has(field)))
    .filter((field) => !isDeepStrictEqual(a.fields.get(field), b.fields.get(field)))
    .sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map((field) => ({ field, a: a.fields.get(field), b: b.fields.get(field) }))
}

const ORDER = Object.keys(CharacterSchema.properties)

import { isObject } from '../../contract/is-object.js'
import { resolve, type Schema, type Schemas } from './api-document.js'

/** Bodies are not deeper where fields are looked for. */
const DEEPEST = 4

/** A field that a body has and its schema does not, with the one that may have been meant. */
export type UnknownField = { readonly path: string; readonly meant: string | undefined }

/** What a JSON body has that its schema does not know: most bodies ignore it, which nobody would notice. */
export function unknownFieldsIn(text: string, schema: Schema, schemas: Schemas): UnknownField[] {
  const value = parsed(text)
  const known = pathsOf(schema, schemas)
  return pathsIn({ value, schema, schemas }).map((path) => ({
    path,
    meant: known.find((one) => lettersOf(one) === lettersOf(path)) ?? known.find((one) => isInner(one, path)),
  }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Group = {
  readonly value: unknown
  readonly schema: Schema
  readonly schemas: Schemas
  readonly group?: string
  readonly depth?: number
}

function pathsIn({ value, schema: given, schemas, group = '', depth = 0 }: Group): string[] {
  const { schema } = resolve(given, schemas)
  if (!isObject(value) || schema.properties === undefined || depth > DEEPEST) return []
  const { properties, additionalProperties } = schema
  return Object.entries(value).flatMap(([name, own]) => {
    const field = properties[name]
    if (field !== undefined)
      return pathsIn({
        ...{ value: own, schema: field, schemas },
        ...{ group: `${group}${name}.`, depth: depth + 1 },
      })
    return isObject(additionalProperties) || additionalProperties === true ? [] : [`${group}${name}`]
  })
}

/** All fields that a schema knows, those of groups with these. */
function pathsOf(given: Schema, schemas: Schemas, [group, depth] = ['', 0]): string[] {
  const { properties = {} } = resolve(given, schemas).schema
  if (depth > DEEPEST) return []
  return Object.entries(properties).flatMap(([name, field]) => [
    `${group}${name}`,
    ...pathsOf(field, schemas, [`${group}${name}.`, depth + 1]),
  ])
}

/** `ttsSpeed`, `tts_speed` and `tts.speed` are the same to whoever guesses. */
const lettersOf = (path: string): string => path.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** `temperature` is meant as `llm.temperature`. */
const isInner = (known: string, path: string): boolean =>
  lettersOf(known.split('.').at(-1) ?? '') === lettersOf(path.split('.').at(-1) ?? '')

import { isObject } from '../../contract/is-object.js'
import { type ApiOperation, resolve, type Schema, type Schemas } from './api-document.js'
import type { Made } from './example.js'
import { exampleBodyOf, jsonBodyOf } from './request.js'

/** What something new holds besides what its request says. */
const NEW: Made = {
  Character: {
    ...{ player_id: null, generated_voice_id: null, source_image_url: null },
    ...{
      model_status: null,
      model_url: null,
      model_preview_url: null,
      model_rigged: false,
      model_animations: [],
      actions: [],
    },
    ...{ is_active: false, launch_status: 'stopped', text_only: true },
  },
}

/**
 * What the things hold that the examples of requests would make: what the request says, and the defaults of what it leaves
 * out. Answers show the same, so that whoever sends an example reads what was announced.
 */
export function madeByExamples(operations: readonly ApiOperation[], schemas: Schemas): Made {
  const made = operations.flatMap((operation): [string, Made[string]][] => {
    const body = jsonBodyOf(operation)
    const answer = operation.responses['201']?.content?.['application/json']?.schema
    const name = answer === undefined ? null : resolve(answer, schemas).name
    if (body === null || name === null) return []
    return [[name, { ...valuesOf(body, exampleBodyOf(operation, body, schemas), { schemas }), ...NEW[name] }]]
  })
  // Of several that make the same, the first is the plain way.
  return Object.fromEntries(made.reverse())
}

type Within = { readonly schemas: Schemas; readonly group?: string }

/** The fields of a body with their values or defaults; those of groups also by both names, as `llm_model`. */
function valuesOf(given: Schema, value: unknown, { schemas, group }: Within): Record<string, unknown> {
  const values = isObject(value) ? value : {}
  const { properties = {} } = resolve(given, schemas).schema
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]): [string, unknown][] => {
      const own = resolve(field, schemas).schema
      if (own.properties !== undefined && group === undefined) {
        return Object.entries(valuesOf(field, values[name], { schemas, group: name }))
      }
      const known = values[name] ?? own.default
      if (known === undefined) return []
      return group === undefined
        ? [[name, known]]
        : [
            [name, known],
            [`${group}_${name}`, known],
          ]
    }),
  )
}

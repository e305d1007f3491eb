import { type ApiOperation, resolve, type Schema, type Schemas } from './api-document.js'
import { formPartsOf, jsonBodyOf } from './request.js'

/** One entry of the list that the server answers with 422. */
type Problem = {
  readonly loc: readonly string[]
  readonly msg: string
  readonly type: string
}

/** What the server would say of a request of this operation: of its first bound, or of what it cannot do without. */
export function invalidExample(operation: ApiOperation, schemas: Schemas): readonly Problem[] {
  const body = jsonBodyOf(operation)
  const [part] = formPartsOf(operation, schemas).files
  const inBody =
    body === null ? undefined : (missingIn(body, schemas) ?? beyondIn(body, schemas, { loc: ['body'] }))
  const inFile = part === undefined ? undefined : missing(['body', part])
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query' || one.in === 'path')
  const [inParameter] = parameters
    .toSorted((a, b) => (a.in < b.in ? 1 : -1))
    .flatMap(({ in: place, name, schema }) => beyond(schema, [place, name]) ?? [])
  const problem = inBody ?? inFile ?? inParameter
  return problem === undefined ? [] : [problem]
}

const missing = (loc: readonly string[]): Problem => ({ loc, msg: 'Field required', type: 'missing' })

function missingIn(body: Schema, schemas: Schemas): Problem | undefined {
  const [required] = resolve(body, schemas).schema.required ?? []
  return required === undefined ? undefined : missing(['body', required])
}

type Place = { readonly loc: readonly string[] }

/** The first number of a body, or of a group in it, that can be too great; if there is none, the first text. */
function beyondIn(given: Schema, schemas: Schemas, { loc }: Place): Problem | undefined {
  const all = problemsIn(given, schemas, { loc })
  return all.find(({ type }) => type === 'less_than_equal') ?? all[0]
}

/** In the body itself and in its groups, and not below them. */
const DEEPEST = 3

function problemsIn(given: Schema, schemas: Schemas, { loc }: Place): Problem[] {
  const { properties = {} } = resolve(given, schemas).schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const place = [...loc, name]
    const own = beyond(resolve(field, schemas).schema, place)
    if (own !== undefined) return [own]
    return place.length < DEEPEST ? problemsIn(field, schemas, { loc: place }) : []
  })
}

/** What is said of a value beyond the upper bound of a schema; undefined if it has none. */
function beyond({ maximum, maxLength }: Schema, loc: readonly string[]): Problem | undefined {
  if (maximum !== undefined)
    return { loc, msg: `Input should be less than or equal to ${maximum}`, type: 'less_than_equal' }
  if (maxLength !== undefined)
    return { loc, msg: `String should have at most ${maxLength} characters`, type: 'string_too_long' }
  return undefined
}

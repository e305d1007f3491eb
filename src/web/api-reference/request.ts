import { isObject } from '../../contract/is-object.js'
import { type ApiOperation, type Parameter, resolve, type Schema, type Schemas } from './api-document.js'
import { exampleOf } from './example.js'

/** The values of a request, as they stand in the fields of its form. */
export type RequestValues = {
  /** By `in` and name, such as `query limit`; path parameters are shared by all operations. */
  readonly parameters: Readonly<Record<string, string>>
  /** JSON; empty for none. */
  readonly body: string
  /** The file that is sent, by the name of its part; only where the body is a form. */
  readonly files: Readonly<Record<string, File>>
}

export const parameterKey = (one: { readonly in: string; readonly name: string }): string =>
  `${one.in} ${one.name}`

const PLACES = ['path', 'query', 'header']

/** The parameters in the order in which a request is filled in: what it is about, what is required, all else. */
export const inPlaces = ({ parameters = [] }: Pick<ApiOperation, 'parameters'>): Parameter[] =>
  [...parameters].sort(
    (a, b) =>
      PLACES.indexOf(a.in) - PLACES.indexOf(b.in) ||
      Number(b.required === true) - Number(a.required === true),
  )

/** Few requests need it. */
export const isOptionalHeader = (one: Parameter): boolean => one.in === 'header' && one.required !== true

const formSchemaOf = ({ requestBody }: ApiOperation): Schema | undefined =>
  requestBody?.content['multipart/form-data']?.schema

/** What is sent as JSON: nothing where a form with a file is the other way, as nobody types the bytes of one. */
export const jsonBodyOf = (operation: ApiOperation): Schema | null =>
  (formSchemaOf(operation)?.required ?? []).length > 0
    ? null
    : (operation.requestBody?.content['application/json']?.schema ?? null)

/** The parts of a form that is sent: those that take a file, and those that take text, as parameters. */
export type FormParts = { readonly files: readonly string[]; readonly fields: readonly Parameter[] }

/** Where the body is sent as a form, its parts. */
export function formPartsOf(operation: ApiOperation, schemas: Schemas): FormParts {
  const form = formSchemaOf(operation)
  if (form === undefined || jsonBodyOf(operation) !== null) return { files: [], fields: [] }
  const { properties = {}, required = [] } = resolve(form, schemas).schema
  const names = Object.keys(properties)
  const isFile = (name: string) => properties[name]?.format === 'binary'
  return {
    files: names.filter(isFile),
    fields: names
      .filter((name) => !isFile(name))
      .map((name) => ({
        name,
        in: 'body',
        required: required.includes(name),
        schema: properties[name] ?? {},
      })),
  }
}

/** Whoever talks thinks up the id of the player; all others are the server's, and an example of one would look like it. */
export const isGivenId = (one: Parameter): boolean => one.in === 'path' && one.name !== 'playerId'

/** The form of an operation filled in with its example; ids of the server are left out. */
export function exampleRequest(operation: ApiOperation, schemas: Schemas): RequestValues {
  const required = (operation.parameters ?? []).filter((one) => one.required === true && !isGivenId(one))
  const body = jsonBodyOf(operation)
  return {
    parameters: Object.fromEntries(
      required.map((one) => [parameterKey(one), String(exampleOf(one.schema, { schemas, name: one.name }))]),
    ),
    body: body === null ? '' : JSON.stringify(exampleBodyOf(operation, body, schemas), null, 2),
    files: {},
  }
}

/** Whether a request changes something that is there: what it leaves out stays as it is. */
export const isChange = ({ method }: Pick<ApiOperation, 'method'>): boolean =>
  method === 'PUT' || method === 'PATCH'

/** The one field that the example of a change has, which does little to what it is sent to by mistake. */
const HARMLESS: Readonly<Record<string, unknown>> = { verbose: true, importance: 0.5 }
/** The one group that the example of something new has, if it has that: defaults do for the others. */
const FIRST_GROUP = 'persona'

/** The example of a body. */
export function exampleBodyOf(operation: ApiOperation, body: Schema, schemas: Schemas): unknown {
  const { schema } = resolve(body, schemas)
  const example = exampleOf(body, { schemas }) ?? exampleOf({ ...schema, type: 'object' }, { schemas })
  if (!isObject(example) || (schema.required ?? []).length > 0) return example
  const names = Object.keys(schema.properties ?? {})
  const fieldOf = (name: string) =>
    example[name] ?? exampleOf(schema.properties?.[name] ?? {}, { schemas, name })
  if (!isChange(operation)) return FIRST_GROUP in example ? { [FIRST_GROUP]: fieldOf(FIRST_GROUP) } : example
  const only = names.find((name) => name in HARMLESS) ?? names[0]
  return only === undefined ? example : { [only]: HARMLESS[only] ?? fieldOf(only) }
}

export type HttpRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The texts of a form. */
  readonly form: Readonly<Record<string, string>>
}

/** The request that the values make, without files; parameters without a value are left out. */
export function buildRequest(
  operation: ApiOperation,
  { parameters, body }: Pick<RequestValues, 'parameters' | 'body'>,
  authentication: readonly [string, string] | null,
): HttpRequest {
  const valuesIn = (place: string) =>
    (operation.parameters ?? []).flatMap((one): [string, string][] => {
      const value = parameters[parameterKey(one)] ?? ''
      return one.in === place && value !== '' ? [[one.name, value]] : []
    })
  const path = valuesIn('path').reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  )
  const query = new URLSearchParams(valuesIn('query')).toString()
  const hasBody = body.trim() !== '' && jsonBodyOf(operation) !== null
  return {
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(authentication === null ? {} : Object.fromEntries([authentication])),
      ...Object.fromEntries(valuesIn('header')),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    body: hasBody ? body : null,
    form: textsIn(parameters),
  }
}

/** The texts of a form: what stands in its fields, by the names of their parts. */
const textsIn = (parameters: RequestValues['parameters']): HttpRequest['form'] =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([key, value]) =>
      key.startsWith('body ') && value !== '' ? [[key.slice('body '.length), value]] : [],
    ),
  )

/** `characterId` is two words. */
const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])/)

type Shell = {
  readonly origin: string
  /** Names of files by the names of their parts. */
  readonly files?: Readonly<Record<string, string>>
}

/** The same as a command for a shell. */
export function curlOf(
  { method }: ApiOperation,
  { url, headers, body, form }: HttpRequest,
  { origin, files = {} }: Shell,
): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  // Whoever copies it sees what is still to be filled in.
  const filled = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => wordsOf(name).join('_').toUpperCase())
  return [
    // Without a body, curl asks with GET by itself.
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${origin}${filled}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // Text that begins with @ or < would be read from a file by -F.
    ...Object.entries(form).map(([part, text]) => `--form-string ${quote(`${part}=${text}`)}`),
    ...Object.entries(files).map(([part, name]) => `-F ${quote(`${part}=@${name}`)}`),
    ...(body === null ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ')
}

import type { ApiOperation, Schema, Schemas } from './api-document.js'
import { exampleOf } from './example.js'

/** The values of a request, as they stand in the fields of its form. */
export type RequestValues = {
  /** By `in` and name, such as `path characterId`. */
  readonly parameters: Readonly<Record<string, string>>
  /** JSON; empty for none. */
  readonly body: string
}

export const parameterKey = (one: { readonly in: string; readonly name: string }): string =>
  `${one.in} ${one.name}`

export const jsonBodyOf = ({ requestBody }: ApiOperation): Schema | null =>
  requestBody?.content['application/json']?.schema ?? null

/** The form of an operation filled in with its example. */
export function exampleRequest(operation: ApiOperation, schemas: Schemas): RequestValues {
  const required = (operation.parameters ?? []).filter(({ required: isRequired }) => isRequired === true)
  const body = jsonBodyOf(operation)
  return {
    parameters: Object.fromEntries(
      required.map((one) => [parameterKey(one), String(exampleOf(one.schema, { schemas, name: one.name }))]),
    ),
    body: body === null ? '' : JSON.stringify(exampleOf(body, { schemas }), null, 2),
  }
}

export type HttpRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The request that the values make; parameters without a value are left out. */
export function buildRequest(
  operation: ApiOperation,
  { parameters, body }: RequestValues,
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
  }
}

/** The same as a command for a shell. */
export function curlOf(
  { method }: ApiOperation,
  { url, headers, body }: HttpRequest,
  origin: string,
): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    `curl -X ${method} ${quote(`${origin}${url}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ')
}

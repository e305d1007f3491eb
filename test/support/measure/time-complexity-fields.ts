import { clientEvents } from '../../../src/contract/events.js'
import { operations } from '../../../src/contract/index.js'
import type { Operation } from '../../../src/contract/operation.js'
import { namedSchemas } from '../../../src/http/named-schemas.js'
import { createPayloadReader } from '../../../src/realtime/client-events.js'
import type { TextDriver } from './time-complexity.js'

/** The part of JSON Schema that the contract uses. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly maxLength?: number
}
type Field = { readonly path: string; readonly schema: Schema; readonly fill: (text: string) => unknown }

export type Request = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}
export type Send = (request: Request) => Promise<unknown>

/** Of a field without a limit of its own, as much as is told in a moment; what holds a server up shows in less. */
const UNLIMITED = 16_000
/** Node takes 16 KiB of headers, the address included. */
const HEAD = 8000
const DEPTH = 4

const named = new Map(namedSchemas().map((schema) => [`${schema.$id}#`, schema as Schema]))
const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (named.get(schema.$ref) ?? {})

/** Every text in a value of the schema, with a value that holds another text in its place and little else. */
function fieldsOf(given: Schema, path: string, depth = 0): Field[] {
  const schema = resolve(given)
  if (depth > DEPTH) return []
  const own = [schema.type ?? []].flat()
  return [
    ...(own.includes('string') && schema.enum === undefined
      ? [{ path, schema, fill: (text: string) => text }]
      : []),
    ...(schema.anyOf ?? []).flatMap((each) => fieldsOf(each, path, depth + 1)),
    ...(schema.items === undefined ? [] : fieldsOf(schema.items, `${path}[]`, depth + 1)).map(
      ({ fill, ...field }) => ({ ...field, fill: (text: string) => [fill(text)] }),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      fieldsOf(property, `${path}.${name}`, depth + 1).map(({ fill, ...field }) => ({
        ...field,
        fill: (text: string) => ({ ...sampleOf(schema), [name]: fill(text) }),
      })),
    ),
  ]
}

/** The required fields, plainly filled. */
function sampleOf(given: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = resolve(given)
  return Object.fromEntries(required.map((name) => [name, plainValueOf(resolve(properties[name] ?? {}))]))
}

function plainValueOf(schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  const [type] = [schema.type ?? 'string'].flat()
  if (type === 'object') return sampleOf(schema)
  if (type === 'array') return schema.items === undefined ? [] : [plainValueOf(resolve(schema.items))]
  if (type === 'integer' || type === 'number') return 1
  return type === 'boolean' ? true : 'x'
}

/** An old path is a row that leads to the operation of a new one. */
export const currentOperations = operations.filter(({ schema }) => schema.deprecated !== true)

type Asked = { readonly send: Send; readonly headers: Readonly<Record<string, string>>; readonly id: string }

/** Each text of an operation: in the body, the query, and the path. */
export function requestDrivers(operation: Operation, { send, headers, id }: Asked): TextDriver[] {
  const { method, url, schema } = operation
  const place = `${method} ${url}`
  const request = (more: Partial<Request>) => send({ method, url: pathOf(url, id), headers, ...more })
  return [
    ...fieldsOf((schema.body ?? {}) as Schema, 'body').map(
      ({ path, schema: field, fill }): TextDriver => ({
        name: `${place} ${path}`,
        characters: limitOf(field, UNLIMITED),
        run: (text) =>
          request({
            headers: { ...headers, 'content-type': 'application/json' },
            payload: JSON.stringify(fill(text)),
          }),
      }),
    ),
    ...Object.entries(((schema.querystring ?? {}) as Schema).properties ?? {}).map(
      ([name, field]): TextDriver => ({
        name: `${place} ?${name}`,
        characters: limitOf(resolve(field), HEAD),
        run: (text) => request({ url: `${pathOf(url, id)}?${name}=${encoded(text)}` }),
      }),
    ),
    ...Object.keys(((schema.params ?? {}) as Schema).properties ?? {}).map(
      (name): TextDriver => ({
        name: `${place} :${name}`,
        characters: HEAD,
        run: (text) => request({ url: pathOf(url.replace(`:${name}`, encoded(text)), id) }),
      }),
    ),
  ]
}

/** Headers that are read somewhere on the way, by us or by what we build on. */
const HEADERS =
  'accept accept-encoding accept-language authorization content-encoding content-length content-type cookie forwarded host idempotency-key if-match if-modified-since if-none-match origin player-id range access-control-request-headers access-control-request-method user-agent x-api-key x-forwarded-for x-forwarded-host x-forwarded-proto x-player-id x-request-id'.split(
    ' ',
  )

export const headerDrivers = (send: Send, headers: Readonly<Record<string, string>>): TextDriver[] =>
  HEADERS.map((name) => ({
    name: `header ${name}`,
    characters: HEAD,
    run: (text) =>
      send({
        method: 'GET',
        url: '/api/v1/characters',
        headers: { ...headers, [name]: text.replace(/[^\x20-\x7e]/g, '~') },
      }),
  }))

/** Each text of each event that a client may send, as the server reads it. */
export function eventDrivers(): TextDriver[] {
  const read = createPayloadReader()
  return Object.entries(clientEvents).flatMap(([event, schema]) =>
    fieldsOf(schema as Schema, event).map(
      ({ path, fill }): TextDriver => ({
        name: `event ${path}`,
        characters: UNLIMITED,
        run: (text) => ignoreRefusal(() => read(event as keyof typeof clientEvents, fill(text))),
      }),
    ),
  )
}

function ignoreRefusal(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DomainError') throw error
  }
}

/** A text may be one character longer than the schema allows: what is refused is read, too. */
const limitOf = ({ maxLength }: Schema, most: number): number => Math.min(maxLength ?? most, most)

const pathOf = (url: string, id: string): string => url.replace(/:\w+/g, id)

/** Half of a pair, which the middle of a text may end on, cannot be written in an address. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))

import type { TSchema } from 'typebox'
import { CLIENT_EVENT_SUMMARIES, SERVER_EVENT_SUMMARIES } from '../../contract/event-summaries.js'
import { clientEvents, serverEvents } from '../../contract/events.js'
import { NAMESPACE } from '../../contract/namespace.js'
import { namedSchemas } from '../named-schemas.js'

/** A socket event. `action` is that of the server, which is the application that the document describes. */
type SocketEvent = {
  readonly name: string
  readonly sender: 'client' | 'server'
  readonly action: 'receive' | 'send'
  readonly payload: unknown
}

/** Describes the socket events as an AsyncAPI 3 document, from the schemas that validate them. */
export function createAsyncApi() {
  const events = [...eventsOf(clientEvents, 'client'), ...eventsOf(serverEvents, 'server')]
  return {
    asyncapi: '3.0.0',
    info: INFO,
    defaultContentType: 'application/json',
    servers: { local: SERVER },
    channels: {
      sdk: {
        ...CHANNEL,
        messages: keyed(events, (event) => ({ $ref: `#/components/messages/${keyOf(event)}` })),
      },
    },
    operations: Object.fromEntries(
      events.map((event) => [`${event.action}_${event.name}`, operationOf(event)]),
    ),
    components: {
      messages: keyed(events, ({ name, sender, payload }) => ({
        ...{ name, title: name, summary: SUMMARIES[sender][name] ?? '' },
        payload,
      })),
      schemas: collectComponents(events),
    },
  }
}

const SUMMARIES: Readonly<Record<SocketEvent['sender'], Readonly<Record<string, string>>>> = {
  client: CLIENT_EVENT_SUMMARIES,
  server: SERVER_EVENT_SUMMARIES,
}

const eventsOf = (schemas: Readonly<Record<string, TSchema>>, sender: SocketEvent['sender']): SocketEvent[] =>
  Object.entries(schemas).map(([name, schema]) => ({
    name,
    sender,
    action: sender === 'client' ? 'receive' : 'send',
    payload: withComponentRefs(schema),
  }))

const operationOf = (event: SocketEvent) => ({
  action: event.action,
  channel: { $ref: '#/channels/sdk' },
  messages: [{ $ref: `#/channels/sdk/messages/${keyOf(event)}` }],
})

/** Some names are used by both client and server events. */
const keyOf = ({ sender, name }: SocketEvent): string => `${sender}_${name}`

const keyed = <T>(events: readonly SocketEvent[], make: (event: SocketEvent) => T): Record<string, T> =>
  Object.fromEntries(events.map((event) => [keyOf(event), make(event)]))

const INFO = {
  title: 'parley',
  version: '1',
  description: 'Conversations with characters in real time. Everything else is REST: see /openapi.json.',
}

const SERVER = {
  host: '{host}',
  pathname: '/socket.io/',
  protocol: 'ws',
  description:
    'Socket.IO 4: a message is an event of the namespace with one JSON object as its only argument.',
  variables: { host: { default: '127.0.0.1:4750', description: 'Address of the server' } },
}

const CHANNEL = {
  address: NAMESPACE,
  title: 'A session with one character',
  description:
    'The namespace to connect to. A client authenticates in the `auth` payload of the connection or with the ' +
    'event `authenticate`, of the same shape; `session_info` or `auth_error` answers. ' +
    'After `auth_error` the connection closes, and the same credentials must not be tried again.',
}

/** Replaces named schemas by references to the components of the document. */
export function withComponentRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withComponentRefs)
  if (typeof schema !== 'object' || schema === null) return schema

  const name = nameOf(schema)
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withComponentRefs(value)]))
}

/** The named schemas that a part of a document refers to, directly or indirectly. */
export function collectComponents(part: unknown): Readonly<Record<string, unknown>> {
  const named = new Map(namedSchemas().map(({ $id, ...schema }) => [$id, withComponentRefs(schema)]))
  const found = new Set<string>()
  const collect = (from: unknown): void => {
    for (const name of referencesIn(from)) {
      if (found.has(name)) continue
      found.add(name)
      collect(named.get(name))
    }
  }
  collect(part)
  return Object.fromEntries([...found].sort().map((name) => [name, named.get(name)]))
}

function nameOf(schema: object): string | undefined {
  if ('$id' in schema) return String(schema.$id)
  return '$ref' in schema ? String(schema.$ref).replace(/#$/, '') : undefined
}

const referencesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)

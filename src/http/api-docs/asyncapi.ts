import type { TSchema } from 'typebox'
import { clientEvents, serverEvents } from '../../contract/events.js'
import { NAMESPACE } from '../../contract/namespace.js'
import { collectComponents, withComponentRefs } from './components.js'

/** One socket event, and what this server does with it: the server is the application that is described. */
type SocketEvent = {
  readonly name: string
  readonly sender: 'client' | 'server'
  readonly action: 'receive' | 'send'
  readonly payload: unknown
}

/** The socket events as an AsyncAPI 3 document, from the same schemas that check them. */
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
      messages: keyed(events, ({ name, payload }) => ({ name, title: name, payload })),
      schemas: collectComponents(events),
    },
  }
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

/** Some names mean one thing from a client and another from the server. */
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
  variables: { host: { default: '127.0.0.1:4750', description: 'Where the server listens' } },
}

const CHANNEL = {
  address: NAMESPACE,
  title: 'A session with one character',
  description:
    'The namespace to connect to. A client authenticates in the `auth` payload of the connection or with the ' +
    'event `authenticate`, of the same shape; `session_info` or `auth_error` answers. ' +
    'After `auth_error` the connection closes, and the same credentials must not be tried again.',
}

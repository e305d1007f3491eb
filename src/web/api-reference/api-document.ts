/** What this page reads of a JSON Schema, as the documents of the server write it. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}
export type Schemas = Readonly<Record<string, Schema>>

export type Parameter = {
  readonly name: string
  /** `body`: a text of a form. */
  readonly in: 'path' | 'query' | 'header' | 'body'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>
type OperationObject = {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}
export type OpenApi = {
  readonly info: { readonly title: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: { readonly schemas: Schemas }
}
export type AsyncApi = {
  readonly channels: { readonly sdk: { readonly address: string; readonly description: string } }
  readonly servers: { readonly local: { readonly pathname: string; readonly description: string } }
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly name: string; readonly summary: string; readonly payload: Schema }>
    >
    readonly schemas: Schemas
  }
}

export type ApiOperation = OperationObject & { readonly method: string; readonly path: string }
export type ApiEvent = {
  readonly id: string
  readonly name: string
  readonly sender: 'client' | 'server'
  readonly summary: string
  readonly payload: Schema
}
/** A page of the reference: the operations of one tag, or the events that one side sends. */
export type Chapter = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly operations: readonly ApiOperation[]
  readonly events: readonly ApiEvent[]
}

/** Chapters whose tag alone does not say what is in them. */
const TITLES: Readonly<Record<string, string>> = {
  organizations: 'Organizations: purge',
  control: 'Accounts, keys, memory history',
  local: 'This server: turns, players, settings',
  operations: 'Health and metrics',
  legacy: 'Legacy routes',
  batches: 'Batches of characters',
}

/** These come after the events of the socket: few clients need them. */
const LAST = ['organizations', 'control', 'local', 'operations', 'legacy']

/** Whether a chapter is one that few clients need. */
export const isForFew = ({ id }: Pick<Chapter, 'id'>): boolean => LAST.includes(id)

/** These are looked for in another chapter than that of their tag. */
const MOVED: Readonly<Record<string, string>> = { uploadDocumentFile: 'documents' }
const tagOf = ({ operationId, tags }: OperationObject): string => MOVED[operationId] ?? tags[0] ?? 'other'

/** What a chapter is mostly opened for stands first, deletions stand last. */
const FIRST = ['takeTurn', 'uploadDocumentFile', 'listMemories']
const AFTER_OTHERS = ['conversationStats', 'memoryStats']

function rankOf({ operationId, method }: ApiOperation): number {
  if (FIRST.includes(operationId)) return 0
  if (method === 'DELETE') return 3
  return AFTER_OTHERS.includes(operationId) ? 2 : 1
}

/** The chapters in the order of the document's tags; tags that it does not describe follow, old paths come last. */
export function chaptersOf(openApi: OpenApi, asyncApi: AsyncApi): Chapter[] {
  const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const described = new Map(openApi.tags.map(({ name, description }) => [name, description]))
  const used = [...new Set(operations.map(tagOf))]
  const order = [...described.keys(), ...used.filter((tag) => !described.has(tag))]
  const chapterOf = (tag: string): Chapter => ({
    id: tag,
    title: TITLES[tag] ?? capitalised(tag),
    description: described.get(tag) ?? '',
    operations: operations.filter((one) => tagOf(one) === tag).sort((a, b) => rankOf(a) - rankOf(b)),
    events: [],
  })
  const wanted = order.filter((tag) => used.includes(tag))
  return [
    ...wanted.filter((tag) => !LAST.includes(tag)).map(chapterOf),
    ...socketChapters(asyncApi),
    ...wanted.filter((tag) => LAST.includes(tag)).map(chapterOf),
  ]
}

function socketChapters({ channels: { sdk }, servers: { local }, components }: AsyncApi): Chapter[] {
  const events = Object.entries(components.messages).map(
    ([key, { name, summary, payload }]): ApiEvent => ({
      ...{ id: key, name, summary, payload },
      sender: key.startsWith('client_') ? 'client' : 'server',
    }),
  )
  const connect = `Connect with Socket.IO 4 to the namespace \`${sdk.address}\` (path \`${local.pathname}\`). Each event carries one JSON object. ${sdk.description.replace(NAMESPACE, '')}`
  return (['client', 'server'] as const).map((sender) => ({
    id: `socket-${sender}`,
    title: `Socket: ${sender === 'client' ? 'to' : 'from'} the server`,
    description: sender === 'client' ? connect : 'What the server sends over the socket, and when.',
    operations: [],
    events: events.filter((event) => event.sender === sender),
  }))
}

/** What the document calls its channel, which the sentence before has said. */
const NAMESPACE = 'The namespace to connect to. '

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The schema behind a reference, and its name. */
export function resolve(
  schema: Schema,
  schemas: Schemas,
): { readonly schema: Schema; readonly name: string | null } {
  const name = schema.$ref?.replace('#/components/schemas/', '') ?? null
  return name === null ? { schema, name } : { schema: schemas[name] ?? {}, name }
}

/** A type in a few words: `string`, `integer or null`, `list of Memory`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const { name, schema: own } = resolve(schema, schemas)
  if (name !== null) return name
  if (own.anyOf !== undefined) return own.anyOf.map((one) => typeOf(one, schemas)).join(' or ')
  if (own.const !== undefined) return JSON.stringify(own.const)
  const types = [own.type ?? (own.enum === undefined ? 'anything' : 'string')].flat()
  const words = types.map((type) => (type === 'array' ? `list of ${typeOf(own.items ?? {}, schemas)}` : type))
  return [words.join(' or '), own.format].filter(Boolean).join(', ')
}

/** What patterns ask for, in words. */
const PATTERNS: Readonly<Record<string, string>> = { '\\S': 'not blank', '^[a-z]{2}$': 'two small letters' }

/** The bounds of a schema in words. */
export function boundsOf(schema: Schema): string[] {
  const between = ([one, many]: readonly [string, string], least?: number, most?: number) => {
    if (least === undefined && most === undefined) return []
    const grouped = (count?: number) => count?.toLocaleString('en', { maximumFractionDigits: 20 })
    const counted = (count?: number) => `${grouped(count)}${count === 1 ? one : many}`
    if (least === undefined) return [`at most ${counted(most)}`]
    return [most === undefined ? `at least ${counted(least)}` : `${grouped(least)} to ${counted(most)}`]
  }
  return [
    ...(schema.enum === undefined
      ? []
      : [`one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`]),
    ...between([' character', ' characters'], schema.minLength, schema.maxLength),
    ...between(['', ''], schema.minimum, schema.maximum),
    ...between([' entry', ' entries'], schema.minItems, schema.maxItems),
    ...(schema.pattern === undefined ? [] : [PATTERNS[schema.pattern] ?? `matches ${schema.pattern}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
}

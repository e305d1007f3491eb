import { type TSchema, Type } from 'typebox'
import { listBatches, submitBatch } from '../../contract/batches.js'
import { createCharacter, listCharacters } from '../../contract/characters.js'
import { createFromImage } from '../../contract/generation.js'
import { createAgentFromImage } from '../../contract/legacy/generation.js'
import { createAgent, listAgents } from '../../contract/legacy/route-table.js'
import { IDEMPOTENCY_KEY_MAX } from '../../contract/limits.js'
import { LIMITS_IN_WORDS } from '../../contract/limits-in-words.js'
import type { Access, Operation } from '../../contract/operation.js'
import { ErrorBodySchema, PLAYER_ID_MAX, Ref } from '../../contract/shared.js'

/** Completes an operation for the OpenAPI document with its security and its error responses. */
export function describeOperation({ method, url, config, upload, form, schema }: Operation) {
  return {
    method,
    url,
    schema: {
      ...schema,
      ...(upload !== undefined && { consumes: [FORM], body: formOf(upload) }),
      ...(form !== undefined && { body: eitherOf(schema.body, form) }),
      security: securityOf(config),
      ...(TAGS_WITH_PLAYER_HEADER.some((tag) => schema.tags.includes(tag)) && { headers: headersOf(schema) }),
      response: describeResponses(config, schema.response),
    },
  }
}

const FORM = 'multipart/form-data'

const formOf = ({ part, description }: NonNullable<Operation['upload']>) =>
  Type.Object({ [part]: filePart(description) })

const filePart = (description: string) => Type.String({ format: 'binary', description })

const eitherOf = (
  body: TSchema | undefined,
  { fields, files, required = [] }: NonNullable<Operation['form']>,
) => {
  const parts = Object.entries(files).map(([name, description]) => [
    name,
    required.includes(name) ? filePart(description) : Type.Optional(filePart(description)),
  ])
  const form = Type.Object({ ...fields.properties, ...Object.fromEntries(parts) })
  return { content: { 'application/json': { schema: body }, [FORM]: { schema: form } } }
}

/** Resources that X-Player-Id narrows to a player. */
const TAGS_WITH_PLAYER_HEADER = ['characters', 'batches', 'documents']

/** Operations that create or list in a space; others address a resource by id, in any space. */
const OPERATIONS_WITH_ORG_HEADER: readonly string[] = [
  createCharacter,
  listCharacters,
  createFromImage,
  createAgent,
  listAgents,
  createAgentFromImage,
  submitBatch,
  listBatches,
].map(({ schema }) => schema.operationId)

const IDEMPOTENT_OPERATIONS: readonly string[] = [submitBatch, createFromImage, createAgentFromImage].map(
  ({ schema }) => schema.operationId,
)

const headersOf = ({ operationId, tags }: Operation['schema']) =>
  Type.Object({
    'X-Player-Id': Type.Optional(
      Type.String({
        maxLength: PLAYER_ID_MAX,
        description: 'Only the characters that this player owns; what is created is owned by the player',
      }),
    ),
    ...orgHeader({ operationId, tags }),
    ...(IDEMPOTENT_OPERATIONS.includes(operationId) && {
      'Idempotency-Key': Type.Optional(
        Type.String({
          maxLength: IDEMPOTENCY_KEY_MAX,
          description:
            'The same key within 24 hours gets the first answer again; with another body it is refused',
        }),
      ),
    }),
  })

function orgHeader({ operationId, tags }: Pick<Operation['schema'], 'operationId' | 'tags'>) {
  if (OPERATIONS_WITH_ORG_HEADER.includes(operationId)) {
    return orgId('The organization that owns the characters; without it, the account')
  }
  if (tags.includes('documents')) {
    return orgId('An organization of the caller. The document belongs to the owner of its character')
  }
  return {}
}

const orgId = (description: string) => ({ 'X-Org-Id': Type.Optional(Type.String({ description })) })

function securityOf(access: Access): Record<string, string[]>[] {
  if ('scope' in access) {
    return [{ [access.keyAs === 'bearer' ? 'BearerKey' : 'ApiKey']: [access.scope] }, { IdToken: [] }]
  }
  if (access.credential === 'local') return [{ LocalSecret: [] }]
  return access.credential === 'none' ? [] : [{ IdToken: [] }]
}

/** What an answer 429 says is limited; null if it says nothing. */
function limitOf(schema: TSchema): string | null {
  const name = 'description' in schema ? String(schema['description']) : ''
  return Object.entries(LIMITS_IN_WORDS).find(([limit]) => limit === name)?.[1] ?? null
}

function describeResponses(access: Access, declared: Operation['schema']['response']) {
  const isOpenToAll = 'credential' in access && access.credential === 'none'
  const all = isOpenToAll ? declared : { ...REFUSALS, ...declared }
  return Object.fromEntries(
    Object.entries(all).map(([status, schema]) => [
      status,
      { ...schema, [descriptionOf(schema)]: meaningOf(Number(status), access, limitOf(schema)) },
    ]),
  )
}

function meaningOf(status: number, access: Access, limit: string | null): string {
  const isLocal = 'credential' in access && access.credential === 'local'
  if (isLocal && status === 401) return 'The local secret is missing or not valid'
  if (limit !== null) return `Too many requests: at most ${limit}. ${WAIT}`
  return MEANING[status] ?? 'See detail'
}

const REFUSALS: Readonly<Record<number, TSchema>> = { 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) }

/** The keyword for the description of a response: @fastify/swagger ignores its own keyword beside a `$ref`. */
const descriptionOf = (schema: TSchema) => ('$ref' in schema ? 'description' : 'x-response-description')

const WAIT = '`Retry-After` gives the seconds to wait'

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work continues',
  204: 'Done, without a body',
  400: 'Refused; `detail` says why',
  401: 'The API key or ID token is missing or not valid',
  403: 'The caller may not do this; `detail.requiredScope` names the scope that the API key lacks',
  404: 'Not found, or not visible to the caller',
  409: 'Not possible in the current state, see `detail`',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Something in the request is not valid; `detail` lists every problem with its place',
  429: `Too many requests. ${WAIT}`,
  502: 'A provider failed',
  503: 'Not available now',
  504: 'A provider took too long',
}

import { type TSchema, Type } from 'typebox'
import { listBatches, submitBatch } from '../../contract/batches.js'
import { createCharacter, listCharacters } from '../../contract/characters.js'
import { createFromImage } from '../../contract/generation.js'
import { createAgent, listAgents } from '../../contract/legacy.js'
import { createAgentFromImage } from '../../contract/legacy-generation.js'
import { IDEMPOTENCY_KEY_MAX } from '../../contract/limits.js'
import type { Access, Operation } from '../../contract/operation.js'
import { ErrorBodySchema, PLAYER_ID_MAX, Ref } from '../../contract/shared.js'

/** An operation as the OpenAPI document shows it: with who may call it, and how it refuses everyone else. */
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

const eitherOf = (body: TSchema | undefined, { fields, files }: NonNullable<Operation['form']>) => {
  const parts = Object.entries(files).map(([name, description]) => [
    name,
    Type.Optional(filePart(description)),
  ])
  const form = Type.Object({ ...fields.properties, ...Object.fromEntries(parts) })
  return { content: { 'application/json': { schema: body }, [FORM]: { schema: form } } }
}

/** Who sends X-Player-Id reaches what is this player's. */
const TAGS_WITH_PLAYER_HEADER = ['characters', 'batches', 'documents']

/** What is created and listed in a space; all else is reached by its id, whatever space it is in. */
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

/** What takes an `Idempotency-Key`. */
const IDEMPOTENT_OPERATIONS: readonly string[] = [submitBatch, createFromImage, createAgentFromImage].map(
  ({ schema }) => schema.operationId,
)

const headersOf = ({ operationId, tags }: Operation['schema']) =>
  Type.Object({
    'X-Player-Id': Type.Optional(
      Type.String({
        maxLength: PLAYER_ID_MAX,
        description:
          'Narrows the request to characters of this player; a character created with it is theirs',
      }),
    ),
    ...orgHeader({ operationId, tags }),
    ...(IDEMPOTENT_OPERATIONS.includes(operationId) && {
      'Idempotency-Key': Type.Optional(
        Type.String({
          maxLength: IDEMPOTENCY_KEY_MAX,
          description:
            'The same key gives the same answer for 24 hours and makes nothing twice; with another body it is refused',
        }),
      ),
    }),
  })

function orgHeader({ operationId, tags }: Pick<Operation['schema'], 'operationId' | 'tags'>) {
  if (OPERATIONS_WITH_ORG_HEADER.includes(operationId)) {
    return orgId('The organization of the characters; absent: the personal space')
  }
  if (tags.includes('documents')) {
    return orgId('An organization of the caller; whose the document is follows from its character')
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

function describeResponses(access: Access, declared: Operation['schema']['response']) {
  const isOpenToAll = 'credential' in access && access.credential === 'none'
  const all = isOpenToAll ? declared : { ...REFUSALS, ...declared }
  return Object.fromEntries(
    Object.entries(all).map(([status, schema]) => [
      status,
      { ...schema, [descriptionOf(schema)]: meaningOf(Number(status), access) },
    ]),
  )
}

function meaningOf(status: number, access: Access): string {
  const isLocal = 'credential' in access && access.credential === 'local'
  if (isLocal && status === 401) return 'The local secret is missing or not valid'
  return MEANING[status] ?? 'See detail'
}

const REFUSALS: Readonly<Record<number, TSchema>> = { 401: Ref(ErrorBodySchema), 403: Ref(ErrorBodySchema) }

/** Where @fastify/swagger looks for what a response means: it forgets its own keyword beside a reference. */
const descriptionOf = (schema: TSchema) => ('$ref' in schema ? 'description' : 'x-response-description')

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted, and under way',
  204: 'Done, and nothing to say',
  400: 'Refused, see detail',
  401: 'The API key or ID token is missing or not valid',
  403: 'The caller may not do this; `detail.requiredScope` names a scope that the API key lacks',
  404: 'Not found, or not visible to the caller',
  409: 'In conflict with the present state',
  413: 'Too large',
  415: 'Not of a media type that is accepted here',
  422: 'Not valid; `detail` lists every problem with its place',
  429: 'Too many; `Retry-After` says when to come back',
  502: 'A provider failed',
  503: 'Not available now',
}

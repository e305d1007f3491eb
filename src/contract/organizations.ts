import { type Static, Type } from 'typebox'
import { operation } from './operation.js'
import { EmailSchema, ErrorBodySchema, NullableString, OneOf, Ref, Timestamp } from './shared.js'

const BASE = '/api/control/v1/organizations'

/**
 * How long an organization stays soft-deleted before it may be purged without force
 * (docs/rest.md, Players and organizations).
 */
export const PURGE_AFTER_DAYS = 30

export const OrganizationSchema = Type.Object(
  {
    id: Type.String({ description: 'Use as X-Org-Id' }),
    name: Type.String(),
    createdAt: Timestamp(),
    deletedAt: NullableString({ description: 'ISO 8601, UTC; null: not deleted' }),
  },
  { $id: 'Organization' },
)
export type Organization = Static<typeof OrganizationSchema>

export const OrganizationMemberSchema = Type.Object(
  {
    accountId: Type.String(),
    email: Type.String(),
    role: OneOf(['owner', 'member']),
    addedAt: Timestamp(),
  },
  { $id: 'OrganizationMember' },
)
export type OrganizationMember = Static<typeof OrganizationMemberSchema>

const OrganizationParams = Type.Object({ orgId: Type.String() })

export const createOrganization = operation({
  method: 'POST',
  url: BASE,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'createOrganization',
    summary: 'Create an organization; whoever creates it owns it',
    tags: ['control'],
    body: Type.Object(
      { name: Type.String({ minLength: 1, maxLength: 100 }) },
      { additionalProperties: false },
    ),
    response: { 201: Ref(OrganizationSchema), 401: Ref(ErrorBodySchema), 422: Ref(ErrorBodySchema) },
  },
})

export const listOrganizations = operation({
  method: 'GET',
  url: BASE,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'listOrganizations',
    summary: 'List the organizations of the account, newest first, including deleted ones that it owns',
    tags: ['control'],
    response: {
      200: Type.Object({ organizations: Type.Array(Ref(OrganizationSchema)) }),
      401: Ref(ErrorBodySchema),
    },
  },
})

export const deleteOrganization = operation({
  method: 'DELETE',
  url: `${BASE}/:orgId`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'deleteOrganization',
    summary: 'Soft-delete an organization: what it owns becomes inaccessible, and a purge erases it',
    description: 'Until the purge its characters, conversations and memories are kept, out of reach.',
    tags: ['control'],
    params: OrganizationParams,
    response: {
      200: Ref(OrganizationSchema),
      401: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
    },
  },
})

export const listMembers = operation({
  method: 'GET',
  url: `${BASE}/:orgId/members`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'listMembers',
    summary: 'List the members of an organization, in the order in which they were added',
    tags: ['control'],
    params: OrganizationParams,
    response: {
      200: Type.Object({ members: Type.Array(Ref(OrganizationMemberSchema)) }),
      401: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
    },
  },
})

export const addMember = operation({
  method: 'POST',
  url: `${BASE}/:orgId/members`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'addMember',
    summary: 'Make an account a member; it is created on first use',
    tags: ['control'],
    params: OrganizationParams,
    body: Type.Object({ email: EmailSchema }, { additionalProperties: false }),
    response: {
      201: Ref(OrganizationMemberSchema),
      401: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

export const removeMember = operation({
  method: 'DELETE',
  url: `${BASE}/:orgId/members/:accountId`,
  config: { credential: 'id_token' },
  schema: {
    operationId: 'removeMember',
    summary: 'End a membership at once',
    tags: ['control'],
    params: Type.Object({ orgId: Type.String(), accountId: Type.String() }),
    response: {
      204: Type.Null(),
      401: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
    },
  },
})

export const PurgeOrganizationSchema = Type.Object(
  {
    confirmOrgId: Type.String({ description: 'The id of the organization, repeated' }),
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description: `Do not require ${PURGE_AFTER_DAYS} days since the deletion`,
      }),
    ),
    reason: Type.Optional(NullableString({ maxLength: 1000, description: 'Required with force' })),
  },
  { $id: 'PurgeOrganization' },
)
export type PurgeOrganization = Static<typeof PurgeOrganizationSchema>

export const purgeOrganization = operation({
  method: 'POST',
  url: '/api/v1/organizations/:orgId/purge',
  config: { credential: 'id_token' },
  schema: {
    operationId: 'purgeOrganization',
    summary: 'Erase a deleted organization with everything it owns; for its owner and for staff',
    description:
      'Erased with it: its characters with all that belongs to them, and what characters outside it keep of them. Kept: the accounts of its members. This cannot be undone.',
    tags: ['organizations'],
    params: OrganizationParams,
    body: Ref(PurgeOrganizationSchema),
    response: {
      200: Type.Object({ purged: Type.Boolean(), id: Type.String() }),
      401: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      404: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
    },
  },
})

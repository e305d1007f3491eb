import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { ActionParameterSchema, ActionSchema, CharacterConfigSchema } from '../../contract/characters.js'
import { ROLES } from '../../contract/conversations.js'
import { SCOPES, type Scope } from '../../contract/scopes.js'
import { OneOf, PlayerIdSchema } from '../../contract/shared.js'
import { WorldMemoriesSchema } from './seed-memories.js'
import { WorldShareSchema } from './seed-share.js'

const closed = { additionalProperties: false }

const WorldKeySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    key: Type.String({
      pattern: '^svc_.{16,}$',
      expected: 'svc_ and at least 16 characters',
      description: 'The key itself, so that clients can be configured in advance',
    }),
    scopes: Type.Optional(Type.Array(Type.Unsafe<Scope>({ enum: [...SCOPES] }), { minItems: 1 })),
  },
  closed,
)

const WorldConversationSchema = Type.Object(
  {
    player_id: PlayerIdSchema,
    messages: Type.Array(
      Type.Object(
        {
          role: OneOf(ROLES),
          content: Type.String({ minLength: 1 }),
          timestamp: Type.Optional(Type.String({ format: 'date-time' })),
        },
        closed,
      ),
    ),
  },
  closed,
)

const WorldOrganizationSchema = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Identifies the organization across starts',
    }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    owner: Type.Optional(Type.String({ description: 'E-mail; absent: dev@parley.local' })),
    members: Type.Optional(Type.Array(Type.String(), { description: 'E-mail addresses besides the owner' })),
  },
  closed,
)
export type WorldOrganization = Static<typeof WorldOrganizationSchema>

/** The contract's Action with its parameters inlined, because a file is checked without the registry of named schemas. */
const WorldActionSchema = Type.Object(
  {
    ...ActionSchema.properties,
    parameters: Type.Optional(Type.Array(Type.Object(ActionParameterSchema.properties, closed))),
  },
  closed,
)

/** REST ignores unknown fields; in a file they are errors. */
const section = <P extends TProperties>({ properties }: TObject<P>) =>
  Type.Optional(Type.Object(properties, closed))

const { persona, llm, tts, stt, vad, vlm, ...plainFields } = CharacterConfigSchema.properties

const WorldCharacterSchema = Type.Object(
  {
    persona: section(persona),
    llm: section(llm),
    tts: section(tts),
    stt: section(stt),
    vad: section(vad),
    vlm: section(vlm),
    ...plainFields,
    actions: Type.Optional(Type.Array(WorldActionSchema)),
    key: Type.String({ minLength: 1, maxLength: 64, description: 'Identifies the character across starts' }),
    id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Absent: an id that follows from account and key' }),
    ),
    account: Type.Optional(Type.String({ description: 'E-mail of the owner; absent: dev@parley.local' })),
    organization: Type.Optional(
      Type.String({ description: 'Key of the organization that owns it; absent: the account itself' }),
    ),
    player_id: Type.Optional(PlayerIdSchema),
    conversations: Type.Optional(Type.Array(WorldConversationSchema)),
    memories: Type.Optional(Type.Array(WorldMemoriesSchema)),
    shares: Type.Optional(Type.Array(WorldShareSchema)),
  },
  closed,
)
export type WorldConversation = Static<typeof WorldConversationSchema>
export type WorldCharacter = Static<typeof WorldCharacterSchema>

/** A world file (`serve --world FILE`): records that a start creates unless they exist. */
export const WorldSchema = Type.Object(
  {
    accounts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            email: Type.String({
              pattern: '^[^@\\s]+@[^@\\s]+$',
              maxLength: 254,
              expected: 'an e-mail address',
            }),
            staff: Type.Optional(Type.Boolean({ default: false })),
            keys: Type.Optional(Type.Array(WorldKeySchema)),
          },
          closed,
        ),
      ),
    ),
    organizations: Type.Optional(Type.Array(WorldOrganizationSchema)),
    characters: Type.Optional(Type.Array(WorldCharacterSchema)),
  },
  closed,
)
export type World = Static<typeof WorldSchema>
export type WorldAccount = NonNullable<World['accounts']>[number]

import { type Static, type TObjectOptions, type TSchema, Type } from 'typebox'
import type { LimitName } from './limits-in-words.js'

/** Points at a named schema, so OpenAPI shows one component instead of many copies. */
export const Ref = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id ?? ''}#` })

/**
 * An object with arbitrary keys. `Type.Record(Type.String(), …)` matches keys with `^.*$`, so a value under a key with a
 * line break would not be validated.
 */
export const Dictionary = <T extends TSchema>(values: T, options: TObjectOptions = {}) =>
  Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), values, options)

/** A choice of strings as a JSON Schema `enum`, which gives one error per field; a union gives one per branch. */
export const OneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number]>({ ...options, enum: [...values] })

export const NullableOneOf = <const V extends readonly string[]>(values: V, options: object = {}) =>
  Type.Unsafe<V[number] | null>({ ...options, enum: [...values, null] })

export const NullableString = (options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })

export const NullableInteger = (options: object = {}) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...options })

export const NullableRef = <T extends TSchema>(schema: T) => Type.Union([Ref(schema), Type.Null()])

export const NullableArray = <T extends TSchema>(items: T, options: object = {}) =>
  Type.Unsafe<Static<T>[] | null>({ type: ['array', 'null'], items, ...options })

export const Timestamp = () => Type.String({ description: 'ISO 8601, UTC' })

/** The body of every REST response that is not a success (docs/rest.md, Errors). */
export const ErrorBodySchema = Type.Object(
  {
    detail: Type.Unsafe<string | object | object[]>({
      description: 'A sentence, an object, or the validation array [{loc, msg, type}]',
    }),
  },
  { $id: 'ErrorBody' },
)
export type ErrorBody = Static<typeof ErrorBodySchema>

/** The body of an answer 429, with the name of what is limited: the OpenAPI document has the words (`LIMITS_IN_WORDS`). */
export const LimitRef = (limit: LimitName) =>
  Type.Unsafe<ErrorBody>({ ...Ref(ErrorBodySchema), description: limit })

export const CharacterParams = Type.Object({ characterId: Type.String() })

export const PLAYER_ID_MAX = 128
export const PlayerIdSchema = Type.String({
  minLength: 1,
  maxLength: PLAYER_ID_MAX,
  description: 'Who talks: any id that you choose. Players need not be created, and memories belong to them',
})
export const PlayerParams = Type.Object({ characterId: Type.String(), playerId: PlayerIdSchema })

export const EmailSchema = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' })

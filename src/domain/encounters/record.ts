import { type Static, Type } from 'typebox'
import { ENCOUNTER_END_REASONS, ENCOUNTER_SIDES } from '../../contract/encounters.js'
import { NullableOneOf, NullableString, OneOf, Timestamp } from '../../contract/shared.js'

const EncounterLineSchema = Type.Object({
  speaker: OneOf(ENCOUNTER_SIDES),
  text: Type.String(),
  /** The speaker's name at that time; absent in lines of older versions. */
  name: Type.Optional(Type.String()),
  at: Timestamp(),
})
export type EncounterLine = Static<typeof EncounterLineSchema>

/** A stored encounter; its socket events follow from its lines and its reason. */
export const EncounterRecordSchema = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  characterAId: Type.String(),
  characterBId: Type.String(),
  prompt: Type.String(),
  maxTurns: Type.Integer(),
  starter: OneOf(ENCOUNTER_SIDES),
  voice: Type.Boolean(),
  createdAt: Timestamp(),
  /** One per turn, in order. */
  lines: Type.Array(EncounterLineSchema),
  /** Why it ended; null while it is running. */
  reason: NullableOneOf(ENCOUNTER_END_REASONS),
  endedAt: NullableString(),
})
export type EncounterRecord = Static<typeof EncounterRecordSchema>

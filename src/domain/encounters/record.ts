import { type Static, Type } from 'typebox'
import { ENCOUNTER_END_REASONS, ENCOUNTER_SIDES } from '../../contract/encounters.js'
import { NullableOneOf, NullableString, OneOf, Timestamp } from '../../contract/shared.js'

const EncounterLineSchema = Type.Object({
  speaker: OneOf(ENCOUNTER_SIDES),
  text: Type.String(),
  /** How the speaker was called; absent in lines of older versions. */
  name: Type.Optional(Type.String()),
  at: Timestamp(),
})
export type EncounterLine = Static<typeof EncounterLineSchema>

/** An encounter as it is stored: what the socket tells of it follows from its lines and its reason. */
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
  /** One a turn, in order. */
  lines: Type.Array(EncounterLineSchema),
  /** Why it ended; null while it runs. */
  reason: NullableOneOf(ENCOUNTER_END_REASONS),
  endedAt: NullableString(),
})
export type EncounterRecord = Static<typeof EncounterRecordSchema>

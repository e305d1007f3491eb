import type { EncounterSide } from '../../contract/encounters.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Pair } from '../conversations/ports.js'
import { DomainError } from '../errors.js'
import type { EncounterRecord } from './record.js'

export type Participants = Readonly<Record<EncounterSide, CharacterRecord>>

/** An encounter from the perspective of one side. */
export type Perspective = {
  readonly side: EncounterSide
  readonly self: CharacterRecord
  readonly other: CharacterRecord
}

/** Both characters in their current state; undefined when one is gone, or not accessible to the account. */
export async function findParticipants(
  deps: FindCharacterDeps,
  record: EncounterRecord,
): Promise<Participants | undefined> {
  try {
    const owner = { accountId: record.userId }
    return {
      a: await findAccessibleCharacter(deps, owner, record.characterAId),
      b: await findAccessibleCharacter(deps, owner, record.characterBId),
    }
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return undefined
    throw error
  }
}

export const perspectiveOf = (participants: Participants, side: EncounterSide): Perspective => ({
  side,
  self: participants[side],
  other: participants[otherSide(side)],
})

export const otherSide = (side: EncounterSide): EncounterSide => (side === 'a' ? 'b' : 'a')

/** The speaker of a turn; turns count from 0. */
export const speakerOf = ({ starter }: Pick<EncounterRecord, 'starter'>, turn: number): EncounterSide =>
  turn % 2 === 0 ? starter : otherSide(starter)

/** The player id under which a character's memories of another character are stored. */
export const playerIdOfCharacter = (characterId: string): string => `character:${characterId}`

export const encounterPair = ({ self, other }: Pick<Perspective, 'self' | 'other'>): Pair => ({
  characterId: self.id,
  playerId: playerIdOfCharacter(other.id),
})

import { additionKeys, additionWrites } from '../documents/add-documents.js'
import type { Attachments } from '../documents/ports.js'
import { organizationKey, requireOrganization } from '../organizations/access.js'
import type { UnitOfWork, UnitWrite } from '../unit-of-work.js'
import type { CharacterRecord } from './record.js'

type CharacterInsertion = {
  readonly record: CharacterRecord
  readonly copies: Attachments
  /** Stored with it or not at all. */
  readonly alongside: readonly UnitWrite[]
}

/** See `CharacterRepository.insert`. */
export const insertCharacter = (
  { transact }: UnitOfWork,
  { record, copies, alongside }: CharacterInsertion,
): Promise<void> => {
  const { id } = record
  const keys = {
    current: { kind: 'characters', id },
    organizations: organizationKey(record),
    ...additionKeys(copies),
  } as const
  return transact(keys, ({ current, organizations, ...read }) => {
    if (current !== undefined) throw new Error(`character ${id} is already stored`)
    requireOrganization(record, organizations)
    return {
      writes: [{ kind: 'characters', put: record }, ...additionWrites(copies, read), ...alongside],
      result: undefined,
    }
  })
}

import type { Caller, CallerIdentity } from '../access.js'
import { domainError, notFound } from '../errors.js'
import { canAccess, type FindOrganizationDeps } from '../organizations/access.js'
import type { CharacterRepository } from './ports.js'
import type { CharacterRecord } from './record.js'

export type FindCharacterDeps = FindOrganizationDeps & {
  readonly characters: Pick<CharacterRepository, 'find'>
}

/** A character that the caller's account has access to; any other one is `not_found`. */
export async function findAccessibleCharacter(
  deps: FindCharacterDeps,
  { accountId }: Pick<Caller, 'accountId'>,
  id: string,
): Promise<CharacterRecord> {
  const record = await deps.characters.find(id)
  if (record === undefined || !(await canAccess(deps, accountId, record))) throw notFound('Character')
  return record
}

/** Player scoping rules 2 and 3: for a player, a character that is not theirs is `not_found`. */
export async function findReadableCharacter(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  id: string,
): Promise<CharacterRecord> {
  const record = await findAccessibleCharacter(deps, caller, id)
  if (!matchesPlayer(record, caller)) throw notFound('Character')
  return record
}

/** Player scoping rules 4 and 5: a player may change only their own characters, not those of developers. */
export async function findChangeableCharacter(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  id: string,
): Promise<CharacterRecord> {
  const record = await findAccessibleCharacter(deps, caller, id)
  if (!matchesPlayer(record, caller)) throw domainError('characterOfAnother')
  return record
}

const matchesPlayer = ({ player_id }: CharacterRecord, { playerId }: CallerIdentity): boolean =>
  playerId === null || player_id === playerId

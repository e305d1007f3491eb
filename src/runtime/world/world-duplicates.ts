import type { SchemaProblem, ValuePath } from '../config/schema-problems.js'
import { worldCharacterId } from './world-ids.js'
import type { World } from './world-schema.js'

/** Finds identities that occur twice. Existing records are left unchanged, so the second would silently be ignored. */
export const findWorldDuplicates = ({
  accounts = [],
  organizations = [],
  characters = [],
}: World): SchemaProblem[] => [
  ...findDuplicates(accounts.map(({ email }, at) => [email.toLowerCase(), ['accounts', at, 'email']])),
  ...findDuplicates(
    accounts.flatMap(({ keys = [] }, at) =>
      keys.map(({ key }, nth): NamedPath => [key, ['accounts', at, 'keys', nth, 'key']]),
    ),
  ),
  ...findDuplicates(organizations.map(({ key }, at) => [key, ['organizations', at, 'key']])),
  ...findDuplicates(
    characters.map((character, at) => [worldCharacterId(character), ['characters', at, 'key']]),
  ),
  ...findDuplicates(
    characters.flatMap(({ shares = [] }, at) =>
      shares.map(({ id }, nth): NamedPath => [id, ['characters', at, 'shares', nth, 'id']]),
    ),
  ),
  ...characters.flatMap(({ conversations = [] }, at) =>
    findDuplicates(
      conversations.map(({ player_id }, nth) => [
        player_id,
        ['characters', at, 'conversations', nth, 'player_id'],
      ]),
    ),
  ),
]

type NamedPath = readonly [name: string, path: ValuePath]

const findDuplicates = (all: readonly NamedPath[]): SchemaProblem[] =>
  all
    .filter(([name], at) => all.findIndex(([other]) => other === name) < at)
    .map(([, path]) => ({ path, text: 'is there twice' }))

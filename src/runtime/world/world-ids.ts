import { uuidFromName } from '../process/random.js'
import { FIRST_ACCOUNT } from './first-account.js'
import type { WorldCharacter } from './world-schema.js'

// Ids that follow from the keys of a world file, so that a record has the same id at every start.

export const worldCharacterId = ({
  id,
  key,
  account = FIRST_ACCOUNT,
}: Pick<WorldCharacter, 'id' | 'key' | 'account'>): string =>
  id ?? uuidFromName(`character/${account.toLowerCase()}/${key}`)

export const worldOrganizationId = (key: string): string => uuidFromName(`organization/${key}`)

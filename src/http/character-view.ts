import type { FastifyRequest } from 'fastify'
import type { Character } from '../contract/characters.js'
import type { Presence } from '../domain/characters/ports.js'
import type { CharacterRecord } from '../domain/characters/record.js'
import { viewCharacter } from '../domain/characters/view.js'
import { ownAddress } from './own-address.js'

/** Shows characters to the one who asks: the addresses of their files are where that one reaches this server. */
export const createCharacterView =
  (presence: Presence) =>
  (request: FastifyRequest): ((record: CharacterRecord) => Character) => {
    const address = ownAddress(request)
    return (record) => viewCharacter(record, { launchStatus: presence.launchStatus(record.id), address })
  }

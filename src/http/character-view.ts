import type { FastifyRequest } from 'fastify'
import type { Character } from '../contract/characters.js'
import type { Presence } from '../domain/characters/ports.js'
import type { CharacterRecord } from '../domain/characters/record.js'
import { viewCharacter } from '../domain/characters/view.js'
import { requestBaseUrl } from '../domain/request-base-url.js'
import type { HttpSettings } from './http-deps.js'
import { finalStateFor } from './model-final-state.js'

export type CharacterViewDeps = {
  readonly presence: Presence
  readonly settings: Pick<HttpSettings, 'modelFinalState'>
}

/**
 * Shows characters to the one who asks: the addresses of their files are where that one reaches this server, and a
 * finished 3D model is called as that one expects.
 */
export const createCharacterView =
  ({ presence, settings }: CharacterViewDeps) =>
  (request: FastifyRequest): ((record: CharacterRecord) => Character) => {
    const address = requestBaseUrl(request)
    const finalState = finalStateFor(request, settings.modelFinalState)
    return (record) =>
      viewCharacter(record, { launchStatus: presence.launchStatus(record.id), address, finalState })
  }

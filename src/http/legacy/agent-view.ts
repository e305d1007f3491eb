import type { FastifyRequest } from 'fastify'
import { type Agent, inCamelCase } from '../../contract/agents.js'
import type { Presence } from '../../domain/characters/ports.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { createCharacterView } from '../character-view.js'

/** The bare character in camelCase. */
export function createAgentView(presence: Presence) {
  const view = createCharacterView(presence)
  return (request: FastifyRequest) =>
    (record: CharacterRecord): Agent => ({
      ...inCamelCase(view(request)(record)),
      // No model is generated here yet, so there is neither a preview nor a rig.
      modelPreviewUrl: null,
      modelRigged: false,
      modelAnimations: [],
    })
}

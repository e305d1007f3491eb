import type { FastifyRequest } from 'fastify'
import { type Agent, toCamelCase } from '../../contract/legacy-agents.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { type CharacterViewDeps, createCharacterView } from '../character-view.js'

/** The bare character in camelCase; a finished 3D model is `completed`, the only word that clients of old routes know. */
export function createAgentView({ presence }: Pick<CharacterViewDeps, 'presence'>) {
  const view = createCharacterView({ presence, settings: { modelFinalState: 'completed' } })
  return (request: FastifyRequest) =>
    (record: CharacterRecord): Agent =>
      toCamelCase(view(request)(record))
}

import type { FastifyRequest } from 'fastify'
import { type Agent, inCamelCase } from '../../contract/agents.js'
import type { Presence } from '../../domain/characters/ports.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { createCharacterView } from '../character-view.js'

/** The bare character in camelCase, with the word that its clients know for a finished model (wire-protocol, 9). */
export function createAgentView(presence: Presence) {
  const view = createCharacterView(presence)
  return (request: FastifyRequest) =>
    (record: CharacterRecord): Agent => {
      const agent = inCamelCase(view(request)(record))
      return { ...agent, modelStatus: oldModelStatus(agent.modelStatus) }
    }
}

export const oldModelStatus = (status: string | null): string | null =>
  status === 'ready' ? 'completed' : status

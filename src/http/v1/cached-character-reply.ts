import type { FastifyReply } from 'fastify'
import type { Character } from '../../contract/characters.js'
import type { FinalModelState } from '../../contract/models.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { viewCharacter } from '../../domain/characters/view.js'
import { requestBaseUrl } from '../../domain/request-base-url.js'
import type { CharacterViewDeps } from '../character-view.js'
import { finalStateFor } from '../model-final-state.js'

type CachedBody = {
  readonly launchStatus: Character['launch_status']
  readonly address: string
  readonly finalState: FinalModelState
  readonly text: string
}

/**
 * Answers with one character. Its text is made once per version of the record: a record never changes, a new version
 * is a new record, so that the record itself is the key and a text is forgotten with the version it was made of.
 */
export function createCachedCharacterReply({
  presence,
  settings,
}: CharacterViewDeps): (record: CharacterRecord, reply: FastifyReply) => void {
  const bodies = new WeakMap<CharacterRecord, CachedBody>()

  return (record, reply) => {
    const launchStatus = presence.launchStatus(record.id)
    const address = requestBaseUrl(reply.request)
    const finalState = finalStateFor(reply.request, settings.modelFinalState)
    const known = bodies.get(record)
    const isStill =
      known?.launchStatus === launchStatus && known.address === address && known.finalState === finalState
    const body = isStill ? known : serializeCharacter(record, { launchStatus, address, finalState }, reply)
    if (body !== known) bodies.set(record, body)
    reply.type('application/json; charset=utf-8').send(body.text)
  }
}

function serializeCharacter(
  record: CharacterRecord,
  shown: Omit<CachedBody, 'text'>,
  reply: FastifyReply,
): CachedBody {
  // By the route's own schema: what it does not list cannot leave.
  const pieces = reply.serializeInput(viewCharacter(record, shown), '200')
  // Once through a buffer, or every answer would put the pieces together again.
  return { ...shown, text: Buffer.from(String(pieces)).toString() }
}

import type { FastifyReply } from 'fastify'
import type { Character } from '../../contract/characters.js'
import type { Presence } from '../../domain/characters/ports.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { viewCharacter } from '../../domain/characters/view.js'

type Body = { readonly launchStatus: Character['launch_status']; readonly text: string }

/**
 * Answers with one character. Its text is made once per version of the record: a record never changes, a new version
 * is a new record, so that the record itself is the key and a text is forgotten with the version it was made of.
 */
export function createCharacterReply(
  presence: Presence,
): (record: CharacterRecord, reply: FastifyReply) => void {
  const bodies = new WeakMap<CharacterRecord, Body>()

  return (record, reply) => {
    const launchStatus = presence.launchStatus(record.id)
    const known = bodies.get(record)
    const body = known?.launchStatus === launchStatus ? known : bodyOf(record, launchStatus, reply)
    if (body !== known) bodies.set(record, body)
    reply.type('application/json; charset=utf-8').send(body.text)
  }
}

function bodyOf(record: CharacterRecord, launchStatus: Body['launchStatus'], reply: FastifyReply): Body {
  // By the route's own schema: what it does not list cannot leave.
  const pieces = reply.serializeInput(viewCharacter(record, launchStatus), '200')
  // Once through a buffer, or every answer would put the pieces together again.
  return { launchStatus, text: Buffer.from(String(pieces)).toString() }
}

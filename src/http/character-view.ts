import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Character } from '../contract/characters.js'
import type { FinalModelState, ModelFinalState } from '../contract/models.js'
import type { CharacterRecord } from '../domain/characters/record.js'
import { viewCharacter } from '../domain/characters/view.js'
import type { Presence } from '../domain/presence.js'
import { requestBaseUrl } from '../domain/request-base-url.js'
import type { HttpSettings } from './http-deps.js'

export type CharacterViewDeps = {
  readonly presence: Pick<Presence, 'launchStatus'>
  readonly settings: Pick<HttpSettings, 'modelFinalState'>
}

/**
 * Creates the wire form of characters for a request: file URLs begin with the base URL that the client used, and a
 * finished 3D model has the state that the client expects.
 */
export const createCharacterView =
  ({ presence, settings }: CharacterViewDeps) =>
  (request: FastifyRequest): ((record: CharacterRecord) => Character) => {
    const address = requestBaseUrl(request)
    const finalState = finalStateFor(request, settings.modelFinalState)
    return (record) =>
      viewCharacter(record, { launchStatus: presence.launchStatus(record.id), address, finalState })
  }

/** Published SDKs identify themselves as `<name>-sdk/<version>` in a header `X-<vendor>-Client`. */
const SDK = /^[a-z0-9-]+-sdk\//

/**
 * The state of a finished 3D model that this client expects on a canonical route: published SDKs wait for `completed` and
 * give up after five minutes, while the contract defines `ready`.
 */
export function finalStateFor({ headers }: FastifyRequest, setting: ModelFinalState): FinalModelState {
  if (setting !== 'auto') return setting
  const isSdk = Object.entries(headers).some(
    ([name, value]) => isClientHeader(name) && [value].flat().some((text) => SDK.test(text ?? '')),
  )
  return isSdk ? 'completed' : 'ready'
}

const PREFIX = 'x-'
const SUFFIX = '-client'

const isClientHeader = (name: string): boolean =>
  name.startsWith(PREFIX) && name.endsWith(SUFFIX) && name.length > PREFIX.length + SUFFIX.length

type CachedBody = {
  readonly launchStatus: Character['launch_status']
  readonly address: string
  readonly finalState: FinalModelState
  readonly text: string
}

/**
 * Sends one character, serialised once per version of its record. Records are immutable, so the record itself is the key
 * of the cache, and the text is collected together with it.
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
    const cached = bodies.get(record)
    const isFresh =
      cached?.launchStatus === launchStatus && cached.address === address && cached.finalState === finalState
    const body = isFresh ? cached : serializeCharacter(record, { launchStatus, address, finalState }, reply)
    if (body !== cached) bodies.set(record, body)
    reply.type('application/json; charset=utf-8').send(body.text)
  }
}

function serializeCharacter(
  record: CharacterRecord,
  context: Omit<CachedBody, 'text'>,
  reply: FastifyReply,
): CachedBody {
  // By the route's schema, so that unlisted fields are never sent.
  const text = reply.serializeInput(viewCharacter(record, context), '200')
  // A round trip through a buffer flattens the string, which every response would otherwise do again.
  return { ...context, text: Buffer.from(String(text)).toString() }
}

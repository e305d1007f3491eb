import type { FastifyRequest } from 'fastify'
import type { FinalModelState, ModelFinalState } from '../contract/models.js'

/** Published SDKs name themselves `<name>-sdk/<version>`, each in a header of its vendor: `X-<vendor>-Client`. */
const SDK = /^[a-z0-9-]+-sdk\//

/**
 * What a finished 3D model is called to this client on a canonical route. Published SDKs poll for `completed` and give up
 * after five minutes; the contract says `ready`.
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

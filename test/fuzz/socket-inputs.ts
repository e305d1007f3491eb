import fc from 'fast-check'
import { AuthenticateSchema, clientEvents } from '../../src/contract/events.js'
import { NAMESPACE } from '../../src/contract/namespace.js'
import { arbitraryValid, type Overrides } from '../support/http/http-arbitrary.js'
import { mutateBytes } from './byte-mutations.js'
import type { FuzzRandom } from './fuzz-random.js'
import { hostileText } from './hostile-text.js'
import { mutateJson } from './json-mutations.js'
import { ACCOUNTS, type AccountName } from './world.js'

/** What a client sends: JSON texts of a handshake and of events, or single frames. */
export type SocketInput = {
  readonly account: AccountName
  readonly auth: string
  readonly events: readonly (readonly [name: string, payload: string])[]
  /** Latin-1. Sent instead of events, each as one message, on a connection without a library. */
  readonly frames: readonly string[]
}

const MOST_EVENTS = 8
/** The client's library writes values recursively, so deeper ones would overflow its stack, not the server's. */
const LIBRARY_DEPTH = 500
const sound = Buffer.alloc(960).toString('base64')

const overrides: Overrides = {
  audio: fc.constantFrom(sound, '', 'AA', '!!!!', 'A'.repeat(100_000)),
  image: fc.constantFrom('iVBORw0KGgo=', 'data:image/png;base64,AAAA', ''),
  encounterId: fc.constantFrom('none', '__proto__'),
  turn_mode: fc.constantFrom('ptt', 'auto', 'none'),
}

const RIGHT = { api_key: '@key', character_id: '@character', player_id: 'p1' }

export function generateSocket(chance: FuzzRandom): SocketInput {
  const account = chance.among(ACCOUNTS)
  const auth = authOf(chance)
  const count = 1 + chance.below(MOST_EVENTS)
  const isRaw = chance.isLikely(0.25)
  return {
    account,
    auth,
    events: isRaw ? [] : Array.from({ length: count }, () => eventOf(chance)),
    frames: isRaw ? Array.from({ length: count }, () => frameOf(chance, auth)) : [],
  }
}

function authOf(chance: FuzzRandom): string {
  const optional = chance.value(arbitraryValid(AuthenticateSchema)) as object
  const whole = { ...optional, ...RIGHT, audio_sample_rate: chance.among([8000, 16_000, 24_000, 48_000]) }
  if (chance.isLikely(0.75)) return JSON.stringify(whole)
  if (chance.isLikely(0.5)) return JSON.stringify({ ...RIGHT, character_id: '@stranger' })
  return parsable(mutateJson(whole, chance, LIBRARY_DEPTH))
}

function eventOf(chance: FuzzRandom, deepest = LIBRARY_DEPTH): readonly [string, string] {
  if (chance.isLikely(0.05)) return [hostileText(chance), '{}']
  const name = chance.among(Object.keys(clientEvents)) as keyof typeof clientEvents
  if (chance.isLikely(0.2))
    return [name, JSON.stringify({ text: hostileText(chance), textOnly: chance.isLikely(0.5) })]
  const value = chance.value(arbitraryValid(clientEvents[name], overrides))
  return [name, chance.isLikely(0.5) ? JSON.stringify(value) : parsable(mutateJson(value, chance, deepest))]
}

/** A library sends values, not text; broken text is for frames. */
function parsable(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text.slice(0, 10_000))
  }
}

function frameOf(chance: FuzzRandom, auth: string): string {
  const [name, payload] = eventOf(chance, 5000)
  const frames = [
    `40${NAMESPACE},${auth}`,
    `42${NAMESPACE},[${JSON.stringify(name)},${payload}]`,
    `42${NAMESPACE},7[${JSON.stringify(name)},${payload}]`,
    `451-${NAMESPACE},["stream_audio",{"_placeholder":true,"num":0}]`,
    `43${NAMESPACE},1[]`,
    `41${NAMESPACE},`,
    '2probe',
    '3',
    '1',
  ].map((frame) => Buffer.from(frame))
  const frame = chance.isLikely(0.4) ? chance.among(frames) : mutateBytes(frames, chance)
  return frame.toString('latin1')
}

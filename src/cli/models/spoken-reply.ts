import { toBase64 } from '../../audio/base64.js'
import type { Client, Session } from '../../client/create-client.js'
import { recordInOwnSession, type SayRequest } from '../voice/say-line.js'

/** A spoken reply with its face and actions, as a page plays it (src/web/model-view/page-data.ts). */
export type SpokenReply = {
  readonly text: string
  /** 16-bit little-endian mono in base64. */
  readonly pcm16: string
  /** Hz. */
  readonly sampleRate: number
  readonly frames: readonly FaceFrame[]
  readonly actions: readonly { readonly at: number; readonly name: string }[]
  readonly heard: readonly HeardText[]
}
/** After so many seconds the text was spoken up to there. */
type HeardText = { readonly at: number; readonly textEnd: number }
type FaceFrame = { readonly at: number; readonly weights: Readonly<Record<string, number>> }

type SpeechRequest = Pick<SayRequest, 'characterId' | 'playerId' | 'idleTimeoutMs'> & {
  /** A line that the character says word for word, or what it is asked. */
  readonly speech: { readonly say: string } | { readonly ask: string }
}

/** Services animate faces at this rate only, in Hz. */
const ANIMATED_RATE = 16_000

/** Has the character speak in a session of its own, and records its sound, its face and what it does. */
export async function recordSpokenReply(client: Client, request: SpeechRequest): Promise<SpokenReply> {
  const { speech } = request
  const frames: FaceFrame[] = []
  const actions: { at: number; name: string }[] = []
  const heard: HeardText[] = []
  let seconds = 0
  const onSession = (session: Session) => {
    session.on('botAnimation', ({ time_code_sec: at, weights, is_final }) => {
      if (!is_final) frames.push({ at, weights: compact(weights) })
    })
    session.on('clientAction', ({ name }) => actions.push({ at: seconds, name }))
  }
  const { text, pcm16, sampleRate } = await recordInOwnSession(
    client,
    { ...request, rate: ANIMATED_RATE, hasDataLayer: false },
    {
      begin: (session) => ('say' in speech ? session.sayLine(speech.say) : session.ask(speech.ask)),
      onSession,
      onSound: ({ pcm16: chunk, sampleRate: rate, textEnd }) => {
        seconds += chunk.length / 2 / rate
        if (textEnd !== undefined && textEnd !== heard.at(-1)?.textEnd) heard.push({ at: seconds, textEnd })
      },
      animation: true,
    },
  )
  return { text, pcm16: toBase64(pcm16), sampleRate, frames, actions, heard }
}

/** Most of the 52 weights of a frame are 0, and three digits are more than can be seen. */
const compact = (weights: FaceFrame['weights']): FaceFrame['weights'] =>
  Object.fromEntries(
    Object.entries(weights).flatMap(([name, weight]) => {
      const rounded = Math.round(weight * 1000) / 1000
      return rounded === 0 ? [] : [[name, rounded]]
    }),
  )

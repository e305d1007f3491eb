import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { createStubVoice } from '../../src/adapters/speech/stub-voice.js'
import { concatSamples } from '../../src/audio/resample.js'
import { chunksOf, silence } from '../support/speech/sound.js'
import { encodeAudio } from '../support/speech/streaming-microphone.js'
import { samplesOf, say } from '../support/speech/voice-battery.js'
import { CHUNK_MS, RATE, type SeenReplies, watchReplies } from './voice-replies.js'

export const SAID = 'Is the harbour open tonight?'
/** Of full scale: a voice, not the tones under it. */
const AUDIBLE = 0.03
/** From the beginning of what a player says until they say it again, at the earliest: they hear the reply to its end. */
const CYCLE_CHUNKS = 80
/** Silence behind it that makes it a turn, with some to spare. */
const REST_CHUNKS = 10

/** `said`: how often they said it; `sent`: chunks. */
export type Player = {
  readonly socket: Socket
  readonly finals: string[]
  readonly replies: SeenReplies
  said: number
  sent: number
}

export type Talking = {
  readonly seconds: number
  /** The players begin one after another within so many. */
  readonly spreadSeconds: number
  /** Nothing is heard of replies: players do not wait for their end. */
  readonly isSilent?: boolean
}

/** The sound of what players say, without silence around it. */
export async function spoken(text: string): Promise<Float32Array> {
  const samples = samplesOf(await say(createStubVoice({ seed: 2 }), { text, sampleRate: RATE }))
  return samples.subarray(0, samples.findLastIndex((sample) => Math.abs(sample) > AUDIBLE) + 1)
}

export const chunks = (samples: Float32Array, ms: number) =>
  chunksOf(samples, (RATE * ms) / 1000).map((chunk) => encodeAudio(chunk))

/** To a whole number of chunks. */
function padded(samples: Float32Array): Float32Array {
  const length = (RATE * CHUNK_MS) / 1000
  return concatSamples([samples, silence(length * Math.ceil(samples.length / length) - samples.length)])
}

export const quiet = (ms: number) => silence((RATE * ms) / 1000)

/** One player after another joins: opening sessions is not what is measured. */
export async function joinAll(url: string, count: number, auth?: object): Promise<Player[]> {
  const players: Player[] = []
  for (let at = 0; at < count; at += 1) {
    const mine = auth === undefined ? {} : { auth: { ...auth, player_id: `player-${at}` } }
    const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...mine })
    const finals: string[] = []
    socket.on('stt_response', ({ text, is_final }: { text: string; is_final: boolean }) => {
      if (is_final) finals.push(text)
    })
    await new Promise((resolve) => socket.once(auth === undefined ? 'connect' : 'session_info', resolve))
    players.push({ socket, finals, replies: watchReplies(socket), said: 0, sent: 0 })
  }
  return players
}

/** All of them talk, each out of step with the others. Returns the seconds that it took. */
export async function talk(
  players: readonly Player[],
  { seconds, spreadSeconds, isSilent = false }: Talking,
): Promise<number> {
  const words = chunks(padded(await spoken(SAID)), CHUNK_MS)
  const still = chunks(quiet(CHUNK_MS), CHUNK_MS)[0] ?? ''
  const count = (1000 * seconds) / CHUNK_MS
  const last = count - words.length - REST_CHUNKS
  const started = performance.now()
  await Promise.all(
    players.map(async (player, at) => {
      const share = at / players.length
      let due = Math.floor((share * 1000 * spreadSeconds) / CHUNK_MS)
      let begun = count
      for (let chunk = 0; chunk < count; chunk += 1) {
        await sleep(Math.max(0, started + (chunk + share) * CHUNK_MS - performance.now()))
        if (chunk >= due && chunk <= last && (isSilent || hasHeardAll(player))) {
          begun = chunk
          due = chunk + CYCLE_CHUNKS
          player.said += 1
        }
        player.sent += 1
        player.socket.emit('stream_audio', { audio: words[chunk - begun] ?? still })
      }
    }),
  )
  return (performance.now() - started) / 1000
}

/** Whoever spoke into a reply would break it off. */
const hasHeardAll = ({ replies, said }: Player) =>
  replies.begun() >= said && replies.unfinished() === 0 && replies.playedAt() < performance.now()

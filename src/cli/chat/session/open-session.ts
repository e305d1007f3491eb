import type { Client } from '../../../client/create-client.js'
import type { Output } from '../../output/output.js'
import type { OpenSession } from './player-session.js'

type SessionOpenerDeps = {
  readonly client: Client
  readonly characterId: string
  readonly output: Output
  /** A person is there, who can wait until a lost connection is back and is told at once what was remembered. */
  readonly isAttended: boolean
  /** How often a lost connection is tried again. */
  readonly reconnectAttempts: number
}
type SessionFlags = { readonly timeout: number; readonly rate: number; readonly 'text-only': boolean }

/** Opens sessions with a character as the flags of a chat ask for. */
export const createSessionOpener =
  (
    { client, characterId, output, isAttended, reconnectAttempts }: SessionOpenerDeps,
    flags: SessionFlags,
  ): OpenSession =>
  async ({ playerId, isSpoken }) => {
    const pauseMs = flags.timeout * 1000
    const session = client.session({
      characterId,
      playerId,
      autoReconnect: reconnectAttempts > 0,
      maxReconnectAttempts: reconnectAttempts,
      ...(isAttended && { realtimeMemory: true }),
      connectTimeoutMs: pauseMs,
      playbackSampleRate: flags.rate,
      capabilities: { camera: false, microphone: isSpoken, speaker: isSpoken },
    })
    const info = await session.connect()
    output.event({ event: 'session', ...info }, () => '')
    return { session, baseUrl: client.baseUrl, textOnly: flags['text-only'], idleTimeoutMs: pauseMs }
  }

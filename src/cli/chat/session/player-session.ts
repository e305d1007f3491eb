import type { Client } from '../../../client/create-client.js'
import type { Message } from '../../../contract/conversations.js'
import type { Output } from '../../output/output.js'
import type { ChatSession, TurnInput } from '../turn.js'

/** The session of one player with the character. */
export type PlayerSession = {
  readonly talk: ChatSession
  readonly playerId: string
  /** The latest messages of the conversation, the oldest first; null when they were shown already. */
  readonly earlierMessages: readonly Message[] | null
  /** The player's last input, for `/retry`. */
  readonly lastInput: LastInput
}

export type LastInput = { get(): TurnInput | null; set(input: TurnInput): void }

export function lastInputIn(messages: readonly Message[]): LastInput {
  const latest = messages.findLast(({ role, content }) => role === 'user' && content !== '')
  let last: TurnInput | null = latest === undefined ? null : { text: latest.content }
  return {
    get: () => last,
    set: (input) => {
      last = input
    },
  }
}

export type OpenSession = (options: {
  readonly playerId: string
  readonly isSpoken: boolean
}) => Promise<ChatSession>

type SessionOpenerDeps = {
  readonly client: Client
  readonly characterId: string
  readonly output: Output
  /** A person is at the terminal and sees at once what was remembered. */
  readonly isAttended: boolean
  /** Attempts to reconnect a lost connection. */
  readonly reconnectAttempts: number
}
type SessionFlags = {
  readonly timeout: number
  readonly rate: number
  readonly 'data-layer'?: boolean
  readonly 'text-only': boolean
}

/** Opens sessions with a character, with the settings of the flags of `chat`. */
export const createSessionOpener =
  (
    { client, characterId, output, isAttended, reconnectAttempts }: SessionOpenerDeps,
    flags: SessionFlags,
  ): OpenSession =>
  async ({ playerId, isSpoken }) => {
    const timeoutMs = flags.timeout * 1000
    const session = client.session({
      characterId,
      playerId,
      autoReconnect: reconnectAttempts > 0,
      maxReconnectAttempts: reconnectAttempts,
      ...(isAttended && { realtimeMemory: true }),
      connectTimeoutMs: timeoutMs,
      playbackSampleRate: flags.rate,
      ...(isSpoken && { voiceDataLayer: flags['data-layer'] === true, voiceCaptions: true }),
      capabilities: { camera: false, microphone: isSpoken, speaker: isSpoken },
    })
    const info = await session.connect()
    output.event({ event: 'session', ...info }, () => '')
    const canHear = info.speech_recognition !== 'data_layer'
    return {
      session,
      canHear,
      baseUrl: client.baseUrl,
      textOnly: flags['text-only'],
      idleTimeoutMs: timeoutMs,
    }
  }

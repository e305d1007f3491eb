import type { ManagerOptions, SocketOptions } from 'socket.io-client'
import type { Authenticate } from '../../contract/events.js'
import { NAMESPACE } from '../../contract/namespace.js'
import type { Credentials } from '../credentials.js'
import { AuthError } from '../errors.js'
import { SESSION_DEFAULTS, type SessionSettings } from './settings.js'
import { watchSocket } from './socket-lifecycle.js'

/** The URL of the namespace, and options for a socket that is shared with nobody and connects on request. */
export function socketOptions(baseUrl: string, settings: SessionSettings, credentials: Credentials) {
  const { origin, pathname } = new URL(baseUrl)
  const { autoReconnect, connectTimeoutMs, reconnectDelayMs } = { ...SESSION_DEFAULTS, ...settings }
  const options = {
    path: `${pathname.replace(/(?<!\/)\/+$/, '')}/socket.io/`,
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    timeout: connectTimeoutMs,
    auth: authenticatePayload(settings, credentials),
    reconnection: autoReconnect,
    reconnectionDelay: reconnectDelayMs,
    reconnectionDelayMax: 5 * reconnectDelayMs,
    randomizationFactor: 0,
  } satisfies Partial<ManagerOptions & SocketOptions>
  return { address: `${origin}${NAMESPACE}`, options }
}

function authenticatePayload(settings: SessionSettings, { apiKey, idToken }: Credentials): Authenticate {
  return {
    ...(apiKey ? { api_key: apiKey } : {}),
    ...(!apiKey && idToken ? { token: idToken } : {}),
    character_id: settings.characterId,
    player_id: settings.playerId,
    audio_sample_rate: settings.playbackSampleRate ?? SESSION_DEFAULTS.playbackSampleRate,
    ...(settings.realtimeMemory === undefined ? {} : { realtime_memory: settings.realtimeMemory }),
    ...(settings.voiceDataLayer === undefined ? {} : { voice_data_layer: settings.voiceDataLayer }),
    ...(settings.voiceCaptions === true && { voice_captions: true }),
    ...(settings.animation === true && { enable_animation: true }),
    // Without a speaker the server would synthesise audio in vain and pace every reply by its playback.
    capabilities: { version: '1', client_action: true, speaker: false, ...settings.capabilities },
  }
}

/** No character has this id, so the handshake ends before the server opens or stores anything. */
const UNKNOWN_CHARACTER_ID = '00000000-0000-0000-0000-000000000000'

type ProbeSettings = {
  readonly baseUrl: string
  readonly credentials: Credentials
  readonly transport: 'websocket' | 'polling'
  readonly timeoutMs: number
}

/**
 * Tests one transport: attempts a handshake for a character that does not exist and resolves with the message of the
 * expected refusal (`auth_error`). Rejects when that answer does not arrive.
 */
export async function probeHandshake({ transport, ...settings }: ProbeSettings): Promise<string> {
  const { baseUrl, credentials, timeoutMs: connectTimeoutMs } = settings
  const sessionSettings = {
    characterId: UNKNOWN_CHARACTER_ID,
    playerId: 'doctor',
    autoReconnect: false,
    connectTimeoutMs,
  }
  const { io } = await import('socket.io-client')
  const { address, options } = socketOptions(baseUrl, sessionSettings, credentials)
  const socket = io(address, { ...options, transports: [transport], upgrade: false })
  return new Promise((resolve, reject) => {
    watchSocket(
      socket,
      { baseUrl, connectTimeoutMs, maxAttempts: 0 },
      {
        onEvent: () => undefined,
        onReconnecting: () => undefined,
        onEnd: ({ error }) => (error instanceof AuthError ? resolve(error.message) : reject(error)),
      },
    )
    socket.connect()
  })
}

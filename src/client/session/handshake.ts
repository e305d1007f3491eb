import type { ManagerOptions, SocketOptions } from 'socket.io-client'
import type { Authenticate } from '../../contract/events.js'
import { NAMESPACE } from '../../contract/namespace.js'
import type { Credentials } from '../credentials.js'
import { SESSION_DEFAULTS, type SessionSettings } from './settings.js'

/** The address of the namespace and the options of a socket that we alone reconnect and close. */
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
    // Sound that nobody plays costs both ends, and paces every reply by its playback.
    capabilities: { version: '1', client_action: true, speaker: false, ...settings.capabilities },
  }
}

import { type Authenticate, PLAYER_ID_MAX } from '../../contract/index.js'
import { type Caller, requireScope } from '../access.js'
import { type AuthenticateDeps, authenticateIdToken, authenticateKey } from '../accounts/authenticate.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import { newConversation } from '../conversations/conversations.js'
import type { ConversationRepository, Pair } from '../conversations/ports.js'
import { domainError, notFound } from '../errors.js'
import type { KnowledgeBase } from '../knowledge/ports.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import type { Presence } from '../presence.js'
import { type AuthenticateSessionDeps, authenticateSession, isSessionToken } from '../shares/authenticate.js'
import { type AcquireSlotDeps, acquireShareSlot } from '../shares/live-shares.js'
import { truncateText } from '../turns/chunks.js'
import { sessionSampleRate } from '../voice/engine.js'
import type { SessionPeer } from './ports.js'
import { redactEventsFor } from './redact-events.js'
import { createSession, type Session, type SessionDeps } from './session.js'

export type OpenSessionDeps = CredentialDeps &
  FindCharacterDeps &
  AcquireSlotDeps &
  SessionDeps & {
    readonly conversations: Pick<ConversationRepository, 'findOrCreate' | 'append'>
    readonly sessions: Pick<Presence, 'enter'>
    readonly knowledge: Pick<KnowledgeBase, 'retrieve' | 'warm'>
    readonly recall: MemoryRecall
  }

type CredentialDeps = AuthenticateDeps & AuthenticateSessionDeps

/**
 * Begins a session and tells the client (`session_info`). Throws a DomainError of kind `invalid` when a required field
 * is missing, `unauthenticated` or `forbidden` for a key that may not talk, `not_found` for a character of someone else;
 * a SessionRejected when the share has as many sessions as may be.
 */
export async function openSession(
  deps: OpenSessionDeps,
  handshake: Authenticate,
  client: SessionPeer,
): Promise<Session> {
  const { credential, asked } = requiredFields(handshake)
  const caller = await credential(deps)
  const peer = redactEventsFor(caller, client)
  requireScope(caller, 'conversations:write')
  const pair = pairOf(caller, asked)
  // "Missing or not owned by the account" is one answer (docs/wire-protocol.md, Success and refusal).
  const character = await findAccessibleCharacter(deps, caller, pair.characterId)

  const sampleRate = sessionSampleRate(handshake.audio_sample_rate)
  const shared = await acquireShareSlot(deps, caller)
  const place = deps.sessions.enter(pair.characterId)
  const leave = () => {
    place.leave()
    shared.release()
  }
  try {
    const conversation = await deps.conversations.findOrCreate(newConversation(deps, pair, caller.keyId))
    deps.knowledge.warm(pair.characterId)
    deps.recall.warmIndex(pair)
    const sound = soundOf(deps, handshake)
    if (sound.hasSpeaker && !character.text_only)
      deps.voice.synthesis.prepare?.({ voice: character, hasDataLayer: sound.hasDataLayer })
    const session = createSession(
      deps,
      {
        info: {
          session_id: deps.ids.uuid(),
          conversation_id: conversation.id,
          character_id: pair.characterId,
          player_id: pair.playerId,
          // An addition: only clients that know of the data layer are told, published SDKs get what they always got.
          ...(handshake.voice_data_layer !== undefined && {
            speech_recognition: deps.voice.recognition.understands?.(character) ?? 'speech',
          }),
        },
        caller,
        hasClientActions: handshake.capabilities?.client_action ?? false,
        sampleRate,
        microphone: {
          sampleRate: peer.microphoneRate ?? sampleRate,
          recognition: character,
          sensitivity: character.vad_sensitivity,
          minSpeechMs: character.vad_min_speech_duration_ms,
        },
        hasCamera: handshake.capabilities?.camera ?? true,
        ...sound,
        isRemembering: handshake.realtime_memory ?? false,
        onOver: leave,
      },
      peer,
    )
    place.opened(session.close)
    shared.onRevoked(peer.close)
    peer.emit('session_info', session.info)
    return session
  } catch (error) {
    leave()
    throw error
  }
}

/** What the client wants to hear and see of replies. */
const soundOf = ({ voice }: Pick<OpenSessionDeps, 'voice'>, handshake: Authenticate) => ({
  hasSpeaker: handshake.capabilities?.speaker ?? true,
  wantsAnimation: handshake.enable_animation ?? false,
  hasDataLayer: handshake.voice_data_layer === true || voice.hasDataLayer === true,
  hasCaptions: handshake.voice_captions === true,
})

function requiredFields({ api_key, token, character_id, player_id }: Authenticate) {
  const credential = credentialOf(api_key, token)
  if (credential === undefined || !character_id || !player_id) throw missingField()
  // Open in the contract: of the three answers there are, we give this one for a player id that is too long.
  if (truncateText(player_id, PLAYER_ID_MAX) !== player_id) throw missingField()
  return { credential, asked: { characterId: character_id, playerId: player_id } }
}

/** A session token says itself who talks: under any other name it would lead to another player's memories. */
function pairOf({ session }: Caller, asked: Pair): Pair {
  if (session === undefined) return asked
  if (session.characterId !== asked.characterId) throw notFound('Character')
  return { ...asked, playerId: session.playerId }
}

function credentialOf(key: string | undefined, token: string | undefined) {
  if (key) {
    return (deps: CredentialDeps) =>
      isSessionToken(key) ? authenticateSession(deps, key) : authenticateKey(deps, key)
  }
  return token ? (deps: CredentialDeps) => authenticateIdToken(deps, token) : undefined
}

const missingField = () => domainError('missingField')

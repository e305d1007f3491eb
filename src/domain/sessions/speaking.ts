import type { ServerEvents } from '../../contract/events.js'
import type { Caller } from '../access.js'
import type { MemoryRecall } from '../memories/search/recall-port.js'
import type { Meter } from '../operations/ports.js'
import type { Ids } from '../random.js'
import { countInteraction, type InteractionDeps } from '../shares/interactions.js'
import {
  type ConversationTranscriptDeps,
  createConversationTranscript,
} from '../turns/conversation-transcript.js'
import { startPreemptiveGeneration } from '../turns/preemptive-generation.js'
import { type RunTurnDeps, runTurn } from '../turns/run-turn.js'
import { stopOf } from '../turns/stop.js'
import type { CameraPicture, PreemptiveGeneration, Turn, TurnInput } from '../turns/turn.js'
import { createTurnClock, type SpokenInput, type TurnMilestone } from '../turns/turn-clock.js'
import { isAnimated } from '../voice/animation/animator.js'
import { createEchoGuard } from '../voice/echo-guard.js'
import type { VoiceEngine, VoiceTimers } from '../voice/engine.js'
import { createPlaybackBuffer } from '../voice/playback.js'
import { createSpeech, type SpeechStage } from '../voice/speech.js'
import { createCamera } from './camera.js'
import { logFailure } from './failure.js'
import { createMemoizedCount, type MemoizedCount } from './memoize.js'
import type { SessionPeer } from './ports.js'
import { createReply, type OpenSpeech, type Reply } from './reply.js'
import { createReplyQueue } from './reply-queue.js'

export type SpeakingDeps = RunTurnDeps &
  ConversationTranscriptDeps &
  InteractionDeps & {
    readonly ids: Ids
    readonly timers: VoiceTimers
    readonly meter: Pick<Meter, 'measureTurn'>
    readonly voice: Pick<VoiceEngine, 'synthesis' | 'timings'>
    readonly recall: Pick<MemoryRecall, 'refreshIndex'>
  }

export type SpeakingSettings = {
  readonly info: ServerEvents['session_info']
  /** Who the client speaks for. */
  readonly caller: Caller
  readonly hasClientActions: boolean
  /** Hz of all sound that is sent. */
  readonly sampleRate: number
  /** The client has a camera. */
  readonly hasCamera: boolean
  /** False: nothing is ever said aloud. */
  readonly hasSpeaker: boolean
  /** The client asked for faces. */
  readonly wantsAnimation: boolean
  /** The client is a program that reads the words from the sound. */
  readonly hasDataLayer: boolean
  /** The client wants to know how much of the text each piece of audio speaks. */
  readonly hasCaptions: boolean
}

/** What a reply answers, or the line that it says. */
export type ReplyInput = {
  readonly kind: Reply['kind']
  readonly text: string
  /** Comes with the text. */
  readonly picture?: CameraPicture | undefined
  /** Hz of the reply's sound; undefined: the rate of the session. */
  readonly sampleRate?: number | undefined
  /** No sound for this one. */
  readonly isTextOnly: boolean
  /** Set when the player spoke it. */
  readonly spoken?: SpokenInput
  /** The same for all replies to one turn. */
  readonly countOnce?: MemoizedCount
  readonly preemptive?: PreemptiveGeneration | undefined
}

/** What the character says in a session: its replies one after another, in text and in audio. */
export function createSpeaking(
  deps: SpeakingDeps,
  settings: SpeakingSettings,
  { peer, onAnswered }: { readonly peer: SessionPeer; readonly onAnswered: () => void },
) {
  const { info, caller } = settings
  const playback = createPlaybackBuffer(deps.timers.elapsed)
  const replies = createReplyQueue()
  const guard = createEchoGuard({ timings: deps.voice.timings, elapsed: deps.timers.elapsed })
  const camera = createCamera({ ...deps, peer })
  const pair = { characterId: info.character_id, playerId: info.player_id }
  const openTranscript = () =>
    createConversationTranscript(deps, {
      accountId: caller.accountId,
      pair,
      conversationId: info.conversation_id,
      speaker: caller.session?.speaker ?? null,
    })
  const requestPicture = settings.hasCamera ? camera.request : undefined
  const speechDeps = {
    ...{ ...deps, engine: deps.voice, playback },
    ...{ emit: peer.emit, onAudio: guard.addPlayback },
  }
  const replyDeps = { ...deps, peer }
  const session = {
    info: { session_id: info.session_id, character_id: info.character_id },
    hasClientActions: settings.hasClientActions,
    isGuest: caller.session !== undefined,
  }

  /** Turns of a share are counted before a model is asked, so no reply to a guest is generated before the turn is sure. */
  const startPreemptive = (text: string): PreemptiveGeneration | undefined =>
    caller.session === undefined
      ? startPreemptiveGeneration(deps, { pair, text, requestPicture, transcript: openTranscript() })
      : undefined

  const begin = (input: ReplyInput): Reply => {
    const { preemptive, spoken, isTextOnly } = input
    const turnClock = createTurnClock(deps, spoken)
    const reply = createReply(replyDeps, {
      ...session,
      ...{ id: deps.ids.uuid(), kind: input.kind, turnClock, endedBy: spoken?.endedBy },
      openSpeech: isTextOnly || !settings.hasSpeaker ? undefined : speechOpener(speechDeps, settings, input),
    })
    const turn: Turn = {
      ...{ id: reply.id, pair, requestPicture, clock: turnClock },
      input: turnInputOf(input),
      transcript: openTranscript(),
      countInteraction: interactionCounter(deps, caller, input.countOnce),
      preemptive,
    }
    replies.add(reply, async () => {
      await runTurn(deps, turn, reply).catch((error: unknown) => logFailure(deps.log, error, session.info))
      deps.recall.refreshIndex(pair)
      const isRetracted = reply.signal.aborted && stopOf(reply.signal).isRetracted
      if (input.kind === 'answer' && !isRetracted) onAnswered()
    })
    return reply
  }
  return { playback, replies, begin, startPreemptive, guard, camera }
}

function turnInputOf({ kind, text, picture, spoken }: ReplyInput): TurnInput {
  if (picture !== undefined) return { kind: 'picture', text, bytes: picture.bytes }
  if (kind === 'line') return { kind, text }
  return { kind: spoken === undefined ? 'typed' : 'transcript', text }
}

/** For a guest, who talks as long as the share has interactions left: texts and scripted lines are one each. */
function interactionCounter(
  deps: InteractionDeps,
  { session: guest }: Caller,
  countOnce?: MemoizedCount,
): Turn['countInteraction'] {
  if (guest === undefined) return undefined
  const count = countOnce ?? createMemoizedCount()
  return () => count(() => countInteraction(deps, guest.shareId))
}

const STAGES: Readonly<Record<SpeechStage, TurnMilestone>> = {
  engaged: 'voice_engaged',
  first_audio: 'first_audio',
  all_made: 'all_audio',
}

/** Sound for a reply, unless the character has none. */
const speechOpener =
  (
    deps: Parameters<typeof createSpeech>[0],
    settings: SpeakingSettings,
    { sampleRate = settings.sampleRate }: Pick<ReplyInput, 'sampleRate'>,
  ): OpenSpeech =>
  (character, { messageId, mark }) => {
    const { caller, wantsAnimation, hasDataLayer, hasCaptions } = settings
    if (character.text_only) return undefined
    return createSpeech(deps, {
      ...{ messageId, sampleRate, hasDataLayer, hasCaptions, voice: character },
      isAnimated: isAnimated(wantsAnimation, sampleRate),
      isGuest: caller.session !== undefined,
      onStage: (stage) => mark(STAGES[stage]),
    })
  }

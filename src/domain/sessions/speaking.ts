import type { ServerEvents } from '../../contract/events.js'
import type { Caller } from '../access.js'
import type { MessageRecord } from '../conversations/record.js'
import type { Meter } from '../operations/ports.js'
import type { Ids } from '../random.js'
import type { InteractionDeps } from '../shares/interactions.js'
import { isAnimated } from '../voice/animator.js'
import { createEchoGuard, type EchoGuard } from '../voice/echo-guard.js'
import type { VoiceEngine, VoiceTimers } from '../voice/engine.js'
import { createPlaybackLine, type PlaybackLine } from '../voice/playback-line.js'
import { createSpeech, type SpeechStage } from '../voice/speech.js'
import { type CameraPicture, createCamera } from './camera.js'
import { failureEvent, failureLine, logFailure } from './failure.js'
import { speakToGuest } from './guest.js'
import { createMemoizedCount, type MemoizedCount } from './memoize.js'
import type { SessionPeer } from './ports.js'
import { type PreemptiveGeneration, startPreemptiveGeneration } from './preemptive-generation.js'
import { createReply, type OpenSpeech, type Reply } from './reply.js'
import { createReplyQueue } from './reply-queue.js'
import { truncateInterrupted } from './truncate-interrupted.js'
import { answerText, authorizeTurn, speakLine, type TurnDeps } from './turn.js'
import { createTurnClock, type SpokenInput, type TurnMilestone } from './turn-clock.js'

export type SpeakingDeps = TurnDeps &
  InteractionDeps & {
    readonly ids: Ids
    readonly timers: VoiceTimers
    readonly meter: Pick<Meter, 'measureTurn'>
    readonly voice: Pick<VoiceEngine, 'synthesis' | 'timings'>
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
}

export type Said = {
  readonly kind: Reply['kind']
  readonly words: string
  /** Comes with the words. */
  readonly picture?: CameraPicture | undefined
  /** Hz of the reply's sound; undefined: the rate of the session. */
  readonly sampleRate?: number | undefined
  /** No sound for this one. */
  readonly isTextOnly: boolean
  /** Set when the player said it aloud. */
  readonly spoken?: SpokenInput
  /** The same for everything that is tried for one turn. */
  readonly countOnce?: MemoizedCount
  readonly early?: PreemptiveGeneration | undefined
}

/** What the character says in a session: its replies one after another, in text and in sound. */
export function createSpeaking(
  deps: SpeakingDeps,
  settings: SpeakingSettings,
  { peer, onAnswered }: { readonly peer: SessionPeer; readonly onAnswered: () => void },
) {
  const { info, caller, hasClientActions } = settings
  const { session: guest } = caller
  const line = createPlaybackLine(deps.timers.elapsed)
  const replies = createReplyQueue()
  const guard = createEchoGuard({ timings: deps.voice.timings, elapsed: deps.timers.elapsed })
  const camera = createCamera({ ...deps, peer })
  const about = {
    accountId: caller.accountId,
    pair: { characterId: info.character_id, playerId: info.player_id },
    conversationId: info.conversation_id,
    camera: settings.hasCamera ? camera : undefined,
  }
  const think = preemptiveGenerationOf(deps, settings, about)

  const begin = ({
    kind,
    words,
    picture,
    isTextOnly,
    spoken,
    countOnce = createMemoizedCount(),
    early,
    sampleRate = settings.sampleRate,
  }: Said): Reply => {
    const openSpeech = speechOpener(deps, { ...settings, sampleRate }, { peer, line, guard })
    const reply = createReply(
      { ...deps, peer },
      {
        id: deps.ids.uuid(),
        kind,
        hasClientActions,
        openSpeech: isTextOnly ? () => undefined : openSpeech,
        turnClock: createTurnClock(deps, spoken),
        endedBy: spoken?.endedBy,
      },
    )
    const stored: MessageRecord[] = []
    const onStored = (message: MessageRecord) => void stored.push(message)
    const turn = { ...about, speaker: guest?.speaker ?? null, picture, reply, onStored, countOnce, early }
    replies.add(reply, {
      play: async () => {
        reply.mark('taken_up')
        await speakersFor(deps, caller, peer)
          [kind](deps, turn, words)
          .catch((error: unknown) => fail(deps, { info, reply, peer, isGuest: guest !== undefined }, error))
        await reply.sent()
        reply.report('complete')
      },
      finalize: async () => {
        await truncateInterrupted(deps, stored, reply).catch((error: unknown) => log(deps, info, error))
        deps.recall.refreshIndex(about.pair)
        if (kind === 'answer' && !reply.isRetracted()) onAnswered()
      },
    })
    return reply
  }
  return { line, replies, begin, think, guard, camera }
}

type TurnOwner = Parameters<typeof authorizeTurn>[1] &
  Omit<Parameters<typeof startPreemptiveGeneration>[1], 'text' | 'canLook' | 'authorize'>

/** Turns of a share are counted before a model is asked, so no reply to a guest is generated before the turn is sure. */
const preemptiveGenerationOf =
  (deps: SpeakingDeps, { caller, hasCamera }: SpeakingSettings, about: TurnOwner) =>
  (text: string): PreemptiveGeneration | undefined =>
    caller.session === undefined
      ? startPreemptiveGeneration(deps, {
          ...{ ...about, text, canLook: hasCamera },
          authorize: () => authorizeTurn(deps, about),
        })
      : undefined

/** What each kind of reply comes about by; to a guest only as long as the share has interactions left. */
function speakersFor(deps: InteractionDeps, { session: guest }: Caller, peer: SessionPeer) {
  const speakers = { answer: answerText, line: speakLine }
  if (guest === undefined) return speakers
  const toGuest = (speak: typeof answerText) => speakToGuest(deps, { shareId: guest.shareId, peer }, speak)
  return { answer: toGuest(speakers.answer), line: toGuest(speakers.line) }
}

const STAGES: Readonly<Record<SpeechStage, TurnMilestone>> = {
  engaged: 'voice_engaged',
  first_audio: 'first_audio',
  all_made: 'all_audio',
}

/** Sound for each reply, unless the client or the character has none. */
function speechOpener(
  deps: SpeakingDeps,
  { hasSpeaker, sampleRate, wantsAnimation }: SpeakingSettings,
  {
    peer,
    line,
    guard,
  }: { readonly peer: SessionPeer; readonly line: PlaybackLine; readonly guard: EchoGuard },
): OpenSpeech {
  return (character, { messageId, mark }) => {
    if (!hasSpeaker || character.text_only) return undefined
    return createSpeech(
      { ...deps, engine: deps.voice, line, emit: peer.emit, onSound: guard.sent },
      {
        messageId,
        sampleRate,
        voice: character,
        isAnimated: isAnimated(wantsAnimation, sampleRate),
        onStage: (stage) => mark(STAGES[stage]),
      },
    )
  }
}

type Failing = {
  readonly info: SpeakingSettings['info']
  readonly reply: Reply
  readonly peer: SessionPeer
  /** The client holds a share's token, not a key. */
  readonly isGuest: boolean
}

/** No client waits for ever: a failure is told, and the reply gets its final (docs/wire-protocol.md, Order of events). */
function fail(
  deps: Pick<SpeakingDeps, 'log'>,
  { info, reply, peer, isGuest }: Failing,
  error: unknown,
): void {
  log(deps, info, error)
  const event = failureEvent(error, { isGuest })
  peer.emit('error', event)
  reply.finish(failureLine(event))
  reply.report('error')
  // What the session is about is gone: there is nothing left to say in it.
  if (event.error === 'not_found') peer.close()
}

const log = ({ log: to }: Pick<SpeakingDeps, 'log'>, info: SpeakingSettings['info'], error: unknown) =>
  logFailure(to, error, { session_id: info.session_id, character_id: info.character_id })

import type { VadFrame } from '../../audio/vad.js'
import type { VoiceEngine, VoiceTimers } from './engine.js'
import type { RecognitionEvent, RecognitionSettings } from './ports.js'
import { createSampleRing } from './sample-buffers.js'
import { openUtterance, type Transcript, type Utterance } from './utterance.js'
import { isIncompleteUtterance, joinUtterances } from './utterance-text.js'

export type TurnDetectionDeps = {
  readonly engine: Pick<VoiceEngine, 'recognition' | 'activity' | 'timings'>
  readonly timers: VoiceTimers
}

/** A microphone and how its speech is recognised. */
export type MicrophoneSettings = {
  /** Hz of what is pushed. */
  readonly sampleRate: number
  readonly recognition: RecognitionSettings
  /** Of the voice activity detection, 0 to 1. */
  readonly sensitivity: number
}

/** What a player said in one turn. */
export type RecognisedTurn = Transcript & {
  /** From the last voiced frame to the end of the turn, by the clock of the samples. */
  readonly silenceMs: number
  readonly endedBy: EndpointingRule
}

/**
 * What ended a turn: silence; the longer silence behind an incomplete utterance; the release of the button; or the
 * microphone, which was closed or brought no more audio.
 */
export type EndpointingRule = 'silence' | 'open_text' | 'release' | 'stop'

export type TurnDetectionEvents = {
  /** The transcript of the turn so far; never the same twice in a row. */
  readonly onPartial: (text: string) => void
  /** The turn is over, and there were words. */
  readonly onTurn: (turn: RecognisedTurn) => void
  /** There was speech, but no words were recognised. */
  readonly onNoWords: () => void
  readonly onNotice: (notice: Extract<RecognitionEvent, { type: 'notice' }>) => void
  readonly onFailure: (error: unknown) => void
  /** Every frame of the input, after all other events that it caused. */
  readonly onFrame: (frame: VadFrame) => void
}

export interface TurnDetector {
  push(samples: Float32Array): void
  /** The microphone is closed: the utterance that has begun ends the turn. Resolves after its events. */
  finish(): Promise<void>
  /** Drops what has begun. */
  close(): void
}

/** A client that was late by less than this is waited for when its audio stops. */
const LATE_INPUT_MS = 50
/** Input is processed in slices, because a turn may end inside a longer chunk. */
const SLICE_MS = 100
/** Audio that is kept beyond `keptMs`, because speech is detected so long after its start. */
const DETECTION_MS = 1000

/**
 * Finds turns in the audio of an open microphone: voice activity detection, recognition of each utterance, and endpointing.
 * A turn ends with silence, which is longer behind an incomplete utterance; whoever goes on before continues the turn.
 */
export function createTurnDetector(
  deps: TurnDetectionDeps,
  settings: MicrophoneSettings,
  events: TurnDetectionEvents,
): TurnDetector {
  const { timings, activity } = deps.engine
  const { sampleRate } = settings
  const toSamples = (ms: number) => Math.round((ms * sampleRate) / 1000)
  const detector = activity.open(settings)
  const recent = createSampleRing(toSamples(timings.keptMs + DETECTION_MS + SLICE_MS))
  const turn = createTurn(deps, settings, events)
  let lastVoiced = 0
  let stopTimeout = () => {}

  const handleFrame = (frame: VadFrame) => {
    if (frame.change === 'start' || (frame.isSpeech && frame.isVoiced)) {
      lastVoiced = frame.end
      const from = (frame.speechStart ?? frame.end) - toSamples(timings.keptMs)
      if (turn.mayOpen()) turn.open(recent.from(from))
    }
    turn.advanceSilence(((frame.end - lastVoiced) / sampleRate) * 1000)
    events.onFrame(frame)
  }
  return {
    push: (samples) => {
      for (let at = 0; at < samples.length; at += toSamples(SLICE_MS)) {
        const slice = samples.subarray(at, at + toSamples(SLICE_MS))
        recent.push(slice)
        turn.push(slice)
        for (const frame of detector.push(slice)) handleFrame(frame)
      }
      stopTimeout()
      // A client that stops sending in the middle of a word counts as silent.
      if (turn.hasBegun()) stopTimeout = afterInputStops(deps.timers, timings.openEndpointMs, turn.finish)
    },
    finish: () => {
      stopTimeout()
      return turn.finish()
    },
    close: () => {
      stopTimeout()
      turn.drop()
    },
  }
}

/** The delay may have been the server's own, so input that has arrived meanwhile is read first. */
function afterInputStops(timers: VoiceTimers, ms: number, call: () => Promise<void>): () => void {
  let cancel = timers.after(ms, () => {
    cancel = timers.afterInput(LATE_INPUT_MS, () => void call())
  })
  return () => cancel()
}

/** The current turn: its utterances that are over, and the one that is not. */
function createTurn(deps: TurnDetectionDeps, settings: MicrophoneSettings, events: TurnDetectionEvents) {
  const { endpointMs, openEndpointMs } = deps.engine.timings
  const transcript = createTranscript()
  const finals = createPendingFinals()
  let utterance: Utterance | undefined
  let silenceMs = 0
  let isClosing = false
  /** The recogniser could not be opened: it is tried again after the next silence. */
  let isRefused = false

  const hasBegun = () => utterance !== undefined || finals.isWaiting() || transcript.text() !== ''
  const endpointingRule = (): EndpointingRule => {
    if (isClosing) return 'stop'
    return isIncompleteUtterance(transcript.text()) ? 'open_text' : 'silence'
  }
  const endIfComplete = () => {
    if (utterance !== undefined || finals.isWaiting()) return
    if (!isClosing && silenceMs < openEndpointMs && isIncompleteUtterance(transcript.text())) return
    const endedBy = endpointingRule()
    isClosing = false
    const whole = transcript.take()
    if (whole === undefined) events.onNoWords()
    else events.onTurn({ ...whole, silenceMs, endedBy })
  }
  const endUtterance = (ended: Utterance) => {
    utterance = undefined
    finals.add(ended.finish(), (final) => {
      transcript.add(final)
      endIfComplete()
    })
  }
  return {
    hasBegun,
    mayOpen: () => utterance === undefined && !isRefused,
    /** Opens an utterance with the audio from around its start. */
    open: (samples: Float32Array) => {
      utterance = tryToOpen(deps, settings, {
        ...events,
        onPartial: (text) => events.onPartial(transcript.text(text)),
      })
      isRefused = utterance === undefined
      utterance?.push(samples)
    },
    push: (samples: Float32Array) => utterance?.push(samples),
    advanceSilence: (ms: number) => {
      silenceMs = ms
      if (ms >= endpointMs) isRefused = false
      if (utterance !== undefined && ms >= endpointMs) endUtterance(utterance)
      else if (transcript.text() !== '' && ms >= openEndpointMs) endIfComplete()
    },
    finish: async () => {
      isClosing = hasBegun()
      if (utterance !== undefined) endUtterance(utterance)
      else if (transcript.text() !== '') endIfComplete()
      await finals.settled()
    },
    drop: () => {
      utterance?.close()
      utterance = undefined
      transcript.take()
      finals.drop()
    },
  }
}

function tryToOpen(
  { engine, timers }: TurnDetectionDeps,
  { sampleRate, recognition: settings }: MicrophoneSettings,
  { onPartial, onNotice, onFailure }: TurnDetectionEvents,
): Utterance | undefined {
  try {
    const utterance = openUtterance(
      { recognition: engine.recognition, timers },
      { request: { sampleRate, settings }, onPartial, onNotice },
    )
    void utterance.failed.then(onFailure)
    return utterance
  } catch (error) {
    onFailure(error)
    return undefined
  }
}

/** The final transcripts of utterances that are over, handed out in the order of the utterances. */
function createPendingFinals() {
  let waiting = 0
  /** Finals of a generation that was dropped are ignored. */
  let generation = 0
  let settled: Promise<void> = Promise.resolve()
  return {
    isWaiting: () => waiting > 0,
    settled: () => settled,
    add: (final: Promise<Transcript | undefined>, receive: (transcript: Transcript | undefined) => void) => {
      waiting += 1
      const begun = generation
      // Failures are reported by `failed` of the utterance.
      const known = final.catch(() => undefined)
      settled = settled.then(async () => {
        const transcript = await known
        if (begun !== generation) return
        waiting -= 1
        receive(transcript)
      })
    },
    drop: () => {
      waiting = 0
      generation += 1
    },
  }
}

/** What was recognised of a turn so far. */
function createTranscript() {
  let parts: readonly Transcript[] = []
  const text = (more = '') => joinUtterances([...parts.map((part) => part.text), more])
  return {
    text,
    add: (part: Transcript | undefined): void => {
      if (part !== undefined && part.text.trim() !== '') parts = [...parts, part]
    },
    /** All of it as one, and begins anew; undefined when there are no words. */
    take: (): Transcript | undefined => {
      const last = parts.at(-1)
      const whole = last && { ...last, ...lowestConfidence(parts), text: text() }
      parts = []
      return whole
    },
  }
}

/** A turn is as certain as its least certain part. */
function lowestConfidence(parts: readonly Transcript[]): Pick<Transcript, 'confidence'> {
  const known = parts.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
  return known.length === 0 ? {} : { confidence: Math.min(...known) }
}

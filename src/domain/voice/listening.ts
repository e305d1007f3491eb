import type { VadFrame } from '../../audio/vad.js'
import type { VoiceEngine, VoiceTimers } from './engine.js'
import { isIncompleteUtterance, joinUtterances } from './incomplete-utterance.js'
import { createKeptSound } from './kept-sound.js'
import type { RecognitionEvent, RecognitionSettings } from './ports.js'
import { openUtterance, type Transcript, type Utterance } from './utterance.js'

export type ListeningDeps = {
  readonly engine: Pick<VoiceEngine, 'recognition' | 'activity' | 'timings'>
  readonly timers: VoiceTimers
}

export type ListeningSettings = {
  /** Hz of what is pushed. */
  readonly sampleRate: number
  readonly hearing: RecognitionSettings
  /** 0 to 1. */
  readonly sensitivity: number
}

/** What somebody said until they were done. */
export type RecognisedTurn = Transcript & {
  /** From the last voiced sound to the end of the turn, on the clock of the samples. */
  readonly silenceMs: number
  readonly endedBy: EndpointingRule
}

/** Why a turn was taken for over: silence; more of it behind an open text; the button; or nothing more came. */
export type EndpointingRule = 'silence' | 'open_text' | 'release' | 'stop'

export type ListeningEvents = {
  /** All that was said of the turn so far; never the same twice in a row. */
  readonly onPartial: (text: string) => void
  /** There were words, and whoever said them is done. */
  readonly onTurn: (turn: RecognisedTurn) => void
  /** It was loud, but there were no words. */
  readonly onNothing: () => void
  readonly onNotice: (notice: Extract<RecognitionEvent, { type: 'notice' }>) => void
  readonly onFailure: (error: unknown) => void
  /** Every frame of the input, after everything else that came of it. */
  readonly onFrame: (frame: VadFrame) => void
}

export interface Listening {
  push(samples: Float32Array): void
  /** No more will come: what was begun is the turn. Resolves when that is told. */
  finish(): Promise<void>
  /** Forgets what was begun. */
  drop(): void
  close(): void
}

const STANDSTILL_MS = 50
/** So much is looked at in one go: a turn may end inside a longer chunk. */
const SLICE_MS = 100
/** Kept beyond what precedes the speech, for it takes that long to be sure of it. */
const CERTAIN_MS = 1000

/**
 * Listens for turns in a stream that never ends. Speech is recognised utterance by utterance; a turn ends with the
 * silence behind one, later when its text is open, and whoever goes on before that goes on in the same turn.
 */
export function createListening(
  deps: ListeningDeps,
  settings: ListeningSettings,
  events: ListeningEvents,
): Listening {
  const { timings, activity } = deps.engine
  const { sampleRate } = settings
  const toSamples = (ms: number) => Math.round((ms * sampleRate) / 1000)
  const detector = activity.open(settings)
  const kept = createKeptSound(toSamples(timings.keptMs + CERTAIN_MS + SLICE_MS))
  const turn = createTurn(deps, settings, events)
  let lastVoiced = 0
  let relax = () => {}

  const look = (frame: VadFrame) => {
    if (frame.change === 'start' || (frame.isSpeech && frame.isVoiced)) {
      lastVoiced = frame.end
      const from = (frame.speechStart ?? frame.end) - toSamples(timings.keptMs)
      if (!turn.isHearing()) turn.hear(kept.from(from))
    }
    turn.silence(((frame.end - lastVoiced) / sampleRate) * 1000)
    events.onFrame(frame)
  }
  return {
    push: (samples) => {
      for (let at = 0; at < samples.length; at += toSamples(SLICE_MS)) {
        const slice = samples.subarray(at, at + toSamples(SLICE_MS))
        kept.push(slice)
        turn.push(slice)
        for (const frame of detector.push(slice)) look(frame)
      }
      relax()
      // A client that stops sending in the middle of a word is as good as silent.
      if (turn.isBegun()) relax = afterStandstill(deps.timers, timings.openEndpointMs, turn.finish)
    },
    finish: () => {
      relax()
      return turn.finish()
    },
    drop: turn.drop,
    close: () => {
      relax()
      turn.drop()
    },
  }
}

/** The hold-up may have been the server's own: what came meanwhile is read first, and clients beside it wake as late. */
function afterStandstill(timers: VoiceTimers, ms: number, call: () => Promise<void>): () => void {
  let relax = timers.after(ms, () => {
    relax = timers.afterInput(STANDSTILL_MS, () => void call())
  })
  return () => relax()
}

/** The turn that is being said: utterances that are over, and the one that is not. */
function createTurn(deps: ListeningDeps, settings: ListeningSettings, events: ListeningEvents) {
  const { endpointMs, openEndpointMs } = deps.engine.timings
  const said = createSaid()
  let utterance: Utterance | undefined
  const finals = createFinals()
  let silenceMs = 0
  let isForced = false
  /** The recogniser could not even be opened: it is tried again behind the next silence. */
  let isRefused = false

  const isBegun = () => utterance !== undefined || finals.areAwaited() || said.text() !== ''
  const endRule = (): EndpointingRule => {
    if (isForced) return 'stop'
    return isIncompleteUtterance(said.text()) ? 'open_text' : 'silence'
  }
  const decide = () => {
    if (utterance !== undefined || finals.areAwaited()) return
    if (!isForced && silenceMs < openEndpointMs && isIncompleteUtterance(said.text())) return
    const endedBy = endRule()
    isForced = false
    const turn = said.take()
    if (turn === undefined) events.onNothing()
    else events.onTurn({ ...turn, silenceMs, endedBy })
  }
  const end = (over: Utterance) => {
    utterance = undefined
    finals.await(over.finish(), (transcript) => {
      said.add(transcript)
      decide()
    })
  }
  return {
    isBegun,
    isHearing: () => utterance !== undefined || isRefused,
    hear: (samples: Float32Array) => {
      utterance = tryToOpen(deps, settings, {
        ...events,
        onPartial: (text) => events.onPartial(said.text(text)),
      })
      isRefused = utterance === undefined
      utterance?.push(samples)
    },
    push: (samples: Float32Array) => utterance?.push(samples),
    silence: (ms: number) => {
      silenceMs = ms
      if (ms >= endpointMs) isRefused = false
      if (utterance !== undefined && ms >= endpointMs) end(utterance)
      else if (said.text() !== '' && ms >= openEndpointMs) decide()
    },
    finish: async () => {
      isForced = isBegun()
      if (utterance !== undefined) end(utterance)
      else if (said.text() !== '') decide()
      await finals.settled()
    },
    drop: () => {
      utterance?.close()
      utterance = undefined
      said.take()
      finals.drop()
    },
  }
}

function tryToOpen(
  { engine, timers }: ListeningDeps,
  { sampleRate, hearing }: ListeningSettings,
  { onPartial, onNotice, onFailure }: ListeningEvents,
): Utterance | undefined {
  try {
    const utterance = openUtterance(
      { recognition: engine.recognition, timers },
      { request: { sampleRate, hearing }, onPartial, onNotice },
    )
    void utterance.failed.then(onFailure)
    return utterance
  } catch (error) {
    onFailure(error)
    return undefined
  }
}

/** The words of utterances that are over, in their order. */
function createFinals() {
  let awaited = 0
  /** What was dropped must not come back. */
  let generation = 0
  let settled: Promise<void> = Promise.resolve()
  return {
    areAwaited: () => awaited > 0,
    settled: () => settled,
    await: (final: Promise<Transcript | undefined>, take: (transcript: Transcript | undefined) => void) => {
      awaited += 1
      const begun = generation
      // A failure is told as it happens.
      const known = final.catch(() => undefined)
      settled = settled.then(async () => {
        const transcript = await known
        if (begun !== generation) return
        awaited -= 1
        take(transcript)
      })
    },
    drop: () => {
      awaited = 0
      generation += 1
    },
  }
}

/** What was recognised of a turn so far. */
function createSaid() {
  let parts: readonly Transcript[] = []
  const text = (more = '') => joinUtterances([...parts.map((part) => part.text), more])
  return {
    text,
    add: (part: Transcript | undefined): void => {
      if (part !== undefined && part.text.trim() !== '') parts = [...parts, part]
    },
    /** All of it as one, to begin anew; undefined when there are no words. */
    take: (): Transcript | undefined => {
      const last = parts.at(-1)
      const whole = last && { ...last, ...leastSure(parts), text: text() }
      parts = []
      return whole
    },
  }
}

/** A turn is as sure as its least sure part. */
function leastSure(parts: readonly Transcript[]): Pick<Transcript, 'confidence'> {
  const told = parts.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
  return told.length === 0 ? {} : { confidence: Math.min(...told) }
}

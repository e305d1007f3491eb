import { createBuiltinVoice } from '../../adapters/speech/builtin-voice.js'
import { createCachedVoice } from '../../adapters/speech/cached-voice.js'
import { createFliteVoice, type FliteVoice } from '../../adapters/speech/flite/flite-voice.js'
import { createOpenAiRecogniser } from '../../adapters/speech/openai-recogniser.js'
import { createOpenAiVoice } from '../../adapters/speech/openai-voice.js'
import { createRecogniserRouter, createVoiceRouter } from '../../adapters/speech/speech-router.js'
import { createStreamingRecogniser } from '../../adapters/speech/streaming-recogniser.js'
import { createStubRecogniser } from '../../adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../adapters/speech/stub-voice.js'
import { piperEngines } from '../../adapters/speech/system-engines.js'
import { createSystemRecogniser, createWhisperRecogniser } from '../../adapters/speech/system-recogniser.js'
import { createProgramVoice, createSystemVoice } from '../../adapters/speech/system-voice.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import type { VoiceEngine } from '../../domain/voice/engine.js'
import { createVoiceActivity } from '../../domain/voice/engine.js'
import type { SpeechRecognition, SpeechSynthesis } from '../../domain/voice/ports.js'
import type { Settings } from '../config/settings.js'
import { findBuiltFile } from '../process/package-root.js'

type VoiceDeps = { readonly timers: Timers; readonly log: Log }
type VoiceSettings = Pick<Settings, 'config' | 'path' | 'voiceDataLayer'>

/** Time limit of a system program for one sentence. */
const PROGRAM_SECONDS = 30
/** Of what the built-in voices have spoken, 100 s at the usual rate are kept: 10 MB at most. */
const SPOKEN_CACHE = { maxSamples: 100 * 24_000 }
const FLITE_WORKER = 'adapters/speech/flite/flite.worker.js'

/** Creates the providers of speech synthesis and recognition, each behind a router; to be closed. */
export function createVoiceEngine(
  settings: VoiceSettings,
  deps: VoiceDeps,
): VoiceEngine & { close(): Promise<void> } {
  const flite = createFliteVoice({ findWorker: () => findBuiltFile(FLITE_WORKER) })
  return {
    synthesis: createSynthesis(settings, { ...deps, flite }),
    recognition: createRecognition(settings, deps),
    activity: createVoiceActivity(settings.config.voice.vad),
    timings: settings.config.voice,
    hasDataLayer: settings.voiceDataLayer,
    close: flite.close,
  }
}

function createSynthesis(
  { config: { tts }, path }: VoiceSettings,
  { timers, log, flite }: VoiceDeps & { readonly flite: FliteVoice },
): SpeechSynthesis {
  const system = createSystemVoice({
    platform: process.platform,
    path,
    timers,
    totalSeconds: PROGRAM_SECONDS,
  })
  const configured = tts.providers.map(
    (provider) => [provider.name, createOpenAiVoice({ timers }, provider)] as const,
  )
  const programs = tts.programs.map(({ name, model, totalSeconds }) => {
    const engines = piperEngines(model)
    return [name, createProgramVoice({ engines, path, timers, totalSeconds })] as const
  })
  const stub = createCachedVoice(createStubVoice(), SPOKEN_CACHE)
  const people = createCachedVoice(flite, SPOKEN_CACHE)
  const builtin = createBuiltinVoice({ people, programs: stub })
  const builtIn = [['builtin', builtin] as const, ['stub', stub] as const, ['system', system] as const]
  const providers = new Map([...builtIn, ...configured, ...programs])
  return createVoiceRouter({ providers, defaultName: tts.default, log })
}

function createRecognition(
  { config: { stt }, path }: VoiceSettings,
  { timers, log }: VoiceDeps,
): SpeechRecognition {
  const configured = stt.providers.map((provider) => {
    const create = provider.kind === 'streaming' ? createStreamingRecogniser : createOpenAiRecogniser
    return [provider.name, create({ timers }, provider)] as const
  })
  const programs = stt.programs.map(
    ({ name, model, totalSeconds }) =>
      [name, createWhisperRecogniser({ path, timers, totalSeconds }, model)] as const,
  )
  const providers = new Map([
    ['stub', createStubRecogniser({ transcripts: new Map() })],
    ['system', createSystemRecogniser({ path, timers, totalSeconds: PROGRAM_SECONDS })],
    ...configured,
    ...programs,
  ])
  return createRecogniserRouter({ providers, defaultName: stt.default, log })
}

/** The start is over by then, and a server that is stopped at once wastes no work. */
const WARM_UP_DELAY_MS = 250
/** After two sentences the code is compiled: the first audio of a line then takes 15 ms instead of 120. */
const SENTENCES = ['Welcome aboard, my friend.', 'Six ships sail to the old harbour; would you join us?']
/** The most common rates, in Hz, of playback and of microphones. */
const RATES = [24_000, 16_000]

type WarmDeps = { readonly synthesis: SpeechSynthesis; readonly timers: Pick<Timers, 'after'> }

/** Synthesizes two sentences once the server runs, so that the first line is as fast as any other. Returns a stop function. */
export const scheduleVoiceWarmUp = ({ synthesis, timers }: WarmDeps): (() => void) =>
  scheduleWarmUp(timers, WARM_UP_DELAY_MS, async (pause, stop) => {
    for (const [at, text] of SENTENCES.entries()) {
      const request = { text, sampleRate: RATES[at] ?? 24_000, voice: DEFAULT_VOICE }
      for await (const _ of synthesis.speak(request, stop)) await pause()
    }
  })

const DEFAULT_VOICE = {
  tts_provider: 'default',
  tts_model: 'default',
  tts_voice: null,
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
} as const

/** Pause between two steps, so that a request waits for one step at most. */
const PAUSE_MS = 5

/** Background work in small steps: awaits `pause` between two steps and ends when `stop` is aborted. */
export type WarmUpTask = (pause: () => Promise<void>, stop: AbortSignal) => Promise<void>

/** Runs a task after a delay. Returns a function that cancels or stops it. */
export function scheduleWarmUp(timers: Pick<Timers, 'after'>, delayMs: number, task: WarmUpTask): () => void {
  const stop = new AbortController()
  let cancel = () => {}
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      cancel = timers.after(ms, resolve)
    })
  void wait(delayMs).then(() => task(() => wait(PAUSE_MS), stop.signal))
  return () => {
    stop.abort()
    cancel()
  }
}

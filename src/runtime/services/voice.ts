import { createOpenAiRecogniser } from '../../adapters/speech/openai-recogniser.js'
import { createOpenAiVoice } from '../../adapters/speech/openai-voice.js'
import { createRecogniserRouter, createVoiceRouter } from '../../adapters/speech/speech-router.js'
import { createStreamingRecogniser } from '../../adapters/speech/streaming-recogniser.js'
import { createStubRecogniser } from '../../adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../adapters/speech/stub-voice.js'
import { createSystemRecogniser } from '../../adapters/speech/system-recogniser.js'
import { createSystemVoice } from '../../adapters/speech/system-voice.js'
import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'
import { createVoiceActivity } from '../../domain/voice/activity.js'
import type { VoiceEngine } from '../../domain/voice/engine.js'
import type { SpeechRecognition, SpeechSynthesis } from '../../domain/voice/ports.js'
import type { Settings } from '../config/settings.js'

type VoiceDeps = { readonly timers: Timers; readonly log: Log }
type VoiceSettings = Pick<Settings, 'config' | 'path'>

/** A program of the machine may take this long for a sentence. */
const PROGRAM_SECONDS = 30

/** What the server speaks and hears with. */
export const createVoiceEngine = (settings: VoiceSettings, deps: VoiceDeps): VoiceEngine => ({
  synthesis: createSynthesis(settings, deps),
  recognition: createRecognition(settings, deps),
  activity: createVoiceActivity(settings.config.voice.vad),
  timings: settings.config.voice,
})

function createSynthesis(
  { config: { tts }, path }: VoiceSettings,
  { timers, log }: VoiceDeps,
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
  const providers = new Map([['stub', createStubVoice()], ['system', system], ...configured])
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
  const providers = new Map([
    ['stub', createStubRecogniser({ transcripts: new Map() })],
    ['system', createSystemRecogniser({ path, timers, totalSeconds: PROGRAM_SECONDS })],
    ...configured,
  ])
  return createRecogniserRouter({ providers, defaultName: stt.default, log })
}

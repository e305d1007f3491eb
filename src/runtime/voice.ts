import { createStubRecogniser } from '../adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../adapters/speech/stub-voice.js'
import { createVoiceActivity } from '../domain/voice/activity.js'
import type { VoiceEngine } from '../domain/voice/engine.js'
import { VOICE_TIMINGS } from '../domain/voice/settings.js'

/** What the server speaks and hears with. */
export const createVoice = (): VoiceEngine => ({
  synthesis: createStubVoice(),
  recognition: createStubRecogniser({ transcripts: new Map() }),
  activity: createVoiceActivity(VOICE_TIMINGS.vad),
  timings: VOICE_TIMINGS,
})

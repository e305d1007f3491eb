import { DEFAULT_CONFIG } from '../../../src/runtime/config/config.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createVoiceEngine } from '../../../src/runtime/services/voice.js'

const quiet = () => undefined

/** What a server without any configuration speaks and hears with. */
export const createStubSpeechEngine = () =>
  createVoiceEngine(
    { config: DEFAULT_CONFIG, path: '' },
    { timers: createTimers(), log: { debug: quiet, info: quiet, warn: quiet, error: quiet } },
  )

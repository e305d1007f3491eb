import { DEFAULT_CONFIG } from '../../../src/runtime/config/config.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createVoiceEngine } from '../../../src/runtime/services/voice.js'

const quiet = () => undefined

/** What a server without any configuration speaks and hears with; every session has the data layer, unless it is off. */
export const createStubSpeechEngine = ({ voiceDataLayer = true } = {}) =>
  createVoiceEngine(
    { config: DEFAULT_CONFIG, path: '', voiceDataLayer },
    { timers: createTimers(), log: { debug: quiet, info: quiet, warn: quiet, error: quiet } },
  )

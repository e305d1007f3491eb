import type { ServiceSettings } from './service-settings.js'
import { createVision } from './vision.js'
import { createVoiceEngine } from './voice.js'

/** Creates the providers of speech, of recognition and of image descriptions. */
export function openVoiceAndVision(
  { settings, closing }: ServiceSettings,
  deps: Parameters<typeof createVoiceEngine>[1],
) {
  const vision = createVision(settings, deps)
  closing.add(vision.close)
  return { voice: createVoiceEngine(settings, deps), vision }
}

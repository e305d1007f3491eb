import type { Timers } from '../../domain/clock.js'
import type { SpeechSynthesis } from '../../domain/voice/ports.js'
import { scheduleWarmUp } from '../process/warm-up.js'

/** The start is over by then, and a server that is stopped at once has done nothing in vain. */
const DELAY_MS = 250
/** After two of them the machine's code is made: the first sound of a line takes 15 ms, not 120. */
const SENTENCES = ['Welcome aboard, my friend.', 'Six ships sail to the old harbour; would you join us?']
/** What players' machines mostly ask for, and what they send. */
const RATES = [24_000, 16_000]

type WarmDeps = { readonly synthesis: SpeechSynthesis; readonly timers: Pick<Timers, 'after'> }

/** Has a voice speak to nobody once the server runs, for its first line to come as fast as any other. Returns its end. */
export const scheduleVoiceWarmUp = ({ synthesis, timers }: WarmDeps): (() => void) =>
  scheduleWarmUp(timers, DELAY_MS, async (pause, stop) => {
    for (const [at, text] of SENTENCES.entries()) {
      const request = { text, sampleRate: RATES[at] ?? 24_000, voice: PLAIN }
      for await (const _ of synthesis.speak(request, stop)) await pause()
    }
  })

const PLAIN = {
  tts_provider: 'default',
  tts_model: 'default',
  tts_voice: null,
  generated_voice_id: null,
  tts_speed: 1,
  tts_delivery_mode: null,
} as const

import { fromBase64 } from '../../../src/audio/base64.js'
import { fromPcm16 } from '../../../src/audio/pcm.js'
import { concatSamples } from '../../../src/audio/resample.js'
import type { ServerEvents } from '../../../src/contract/events.js'
import type { Limits } from '../../../src/contract/limits.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import type { Timers } from '../../../src/domain/clock.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import type { VoiceEngine } from '../../../src/domain/voice/engine.js'
import { givenSessions } from '../sessions/given-sessions.js'
import { createVirtualTimers } from '../virtual-time.js'
import { createControlledVoice } from './controlled-voice.js'

type Given = {
  readonly voice?: ReturnType<typeof createControlledVoice>
  readonly engine?: Partial<VoiceEngine>
  readonly character?: Partial<CharacterRecord>
  readonly limits?: Partial<Limits>
  /** In time that the test moves. */
  readonly model?: (timers: Timers) => LanguageModel
}

/** Sessions with a character that speaks: 200 ms a word, in time that the test moves. */
export function givenSpeakers({
  voice = createControlledVoice(),
  engine = {},
  character = {},
  ...given
}: Given = {}) {
  const time = createVirtualTimers()
  const sessions = givenSessions({
    character: { text_only: false, ...character },
    timers: time,
    limits: given.limits ?? {},
    ...(given.model !== undefined && { model: given.model(time) }),
    voice: { synthesis: voice.synthesis, ...engine },
  })
  return { ...sessions, time, voice }
}

type BotVoice = ServerEvents['bot_voice']

/** The sound of a reply as its client puts it together. */
export const replySamples = (chunks: readonly BotVoice[]): Float32Array =>
  concatSamples(chunks.map(({ audio }) => fromPcm16(fromBase64(audio) ?? new Uint8Array())))

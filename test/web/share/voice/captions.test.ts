import { expect, test } from 'vitest'
import type { Session } from '../../../../src/client/session/create-session.js'
import { createEmitter } from '../../../../src/client/session/emitter.js'
import type { SessionEvents } from '../../../../src/client/session/events.js'
import { createObservableState } from '../../../../src/web/share/observable-state.js'
import { createCaptions } from '../../../../src/web/share/voice/captions.js'
import { VOICE_OFF, type VoiceState } from '../../../../src/web/share/voice/voice-state.js'

function given({ step = 'on' }: Partial<VoiceState> = {}) {
  const store = createObservableState<VoiceState>({ ...VOICE_OFF, step })
  const emitter = createEmitter<SessionEvents>()
  const waiting: (() => void)[] = []
  const captions = createCaptions({
    store,
    after: (_, done) => void waiting.push(done),
    onCut: () => undefined,
  })
  captions.attach({ on: emitter.on } as unknown as Session)
  return {
    captions,
    shown: () => Object.fromEntries(store.state().captions),
    text: (message_id: string, is_final = false) =>
      emitter.emit('botResponse', {
        ...{ message_id, is_final, text: 'One two.', partial: '', chunk_index: 0, is_interjection: false },
      }),
    sound: (message_id: string, text_end?: number) =>
      emitter.emit('botVoice', {
        ...{
          message_id,
          audio: '',
          sample_rate: 24_000,
          chunk_index: 0,
          is_final: false,
          is_interjection: false,
        },
        ...(text_end !== undefined && { text_end }),
      }),
    fail: () => emitter.emit('voiceError', { error: 'voice_failed', message: '' }),
    wait: () => waiting.shift()?.(),
  }
}

test('a reply is shown as far as it was spoken, and whole once its sound has ended', () => {
  const { captions, shown, text, sound, wait } = given()
  text('m1')
  expect(shown()).toEqual({ m1: 0 })
  sound('m1', 3)
  captions.spoken('m1', 3)
  text('m1', true)
  wait()
  expect(shown()).toEqual({ m1: 3 })
  captions.ended('m1')
  expect(shown()).toEqual({})
})

test('an interrupted caption stays where the sound stopped', () => {
  const { captions, shown, text, sound, wait } = given()
  text('m1')
  sound('m1', 8)
  captions.spoken('m1', 3)
  captions.cut('m1')
  captions.spoken('m1', 8)
  text('m1', true)
  wait()
  captions.release()
  expect(shown()).toEqual({ m1: 3 })
})

test('a reply without sound is shown when the time for it is over, one of a failed voice at once', () => {
  const { shown, text, wait, fail } = given()
  text('m1')
  text('m1', true)
  expect(shown()).toEqual({ m1: 0 })
  wait()
  expect(shown()).toEqual({})
  text('m2')
  fail()
  expect(shown()).toEqual({})
})

test('a service that does not say what is spoken, and voice that is off, have no captions', () => {
  const { shown, text, sound } = given()
  text('m1')
  sound('m1')
  expect(shown()).toEqual({})
  const off = given({ step: 'off' })
  off.text('m1')
  expect(off.shown()).toEqual({})
})

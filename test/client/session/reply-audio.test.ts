import { expect, test } from 'vitest'
import { toBase64 } from '../../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../../src/audio/pcm.js'
import { createEmitter } from '../../../src/client/session/emitter.js'
import type { SessionEvents } from '../../../src/client/session/events.js'
import { createMicrophoneChunker } from '../../../src/client/session/microphone-chunker.js'
import { subscribeToReplyAudio } from '../../../src/client/session/reply-audio.js'

function givenSound() {
  const emitter = createEmitter<SessionEvents>()
  const told: unknown[] = []
  const forget = subscribeToReplyAudio(emitter, {
    onChunk: ({ messageId, pcm16, isLast }) => told.push([messageId, ...pcm16, isLast]),
    onInterrupt: (messageId) => told.push(['cut', messageId]),
  })
  const voice = (message_id: string, audio: string, is_final = false) =>
    emitter.emit('botVoice', {
      message_id,
      audio,
      is_final,
      chunk_index: 0,
      sample_rate: 24_000,
      is_interjection: false,
    })
  return { emitter, told, voice, forget }
}

test('the sound of replies arrives as bytes, up to its last piece', () => {
  const { voice, told, forget } = givenSound()
  voice('a', toBase64(Uint8Array.of(1, 2)))
  voice('a', toBase64(Uint8Array.of(3, 4)), true)
  voice('a', toBase64(Uint8Array.of(5, 6)))
  voice('b', 'no base64!')
  forget()
  voice('b', toBase64(Uint8Array.of(7, 8)))
  expect(told).toEqual([
    ['a', 1, 2, false],
    ['a', 3, 4, true],
  ])
})

test('of a reply that was interrupted nothing more is heard', () => {
  const { voice, emitter, told } = givenSound()
  voice('a', 'AQI=')
  emitter.emit('interrupt', { message_id: 'a' })
  voice('a', 'AQI=')
  voice('b', 'AQI=')
  expect(told).toEqual([
    ['a', 1, 2, false],
    ['cut', 'a'],
    ['b', 1, 2, false],
  ])
})

test('a microphone sends pieces of 100 ms, however its sound comes, and all of it', () => {
  const sent: Uint8Array[] = []
  const microphone = createMicrophoneChunker({ streamAudio: (pcm16) => void sent.push(pcm16) })
  const sound = Float32Array.from({ length: 5000 }, (_, at) => Math.round(Math.sin(at) * 1000) / 32_768)
  for (const [from, to] of [
    [0, 1],
    [1, 1700],
    [1700, 1700],
    [1700, 5000],
  ])
    microphone.push(sound.subarray(from, to))
  expect(sent.map(({ length }) => length)).toEqual([3200, 3200, 3200])
  microphone.flush()
  microphone.flush()
  expect(sent.map(({ length }) => length)).toEqual([3200, 3200, 3200, 400])
  expect(fromPcm16(Buffer.concat(sent))).toEqual(fromPcm16(toPcm16(sound)))
})

import { expect, test } from 'vitest'
import { toBase64 } from '../../../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../../../src/audio/pcm.js'
import type { Session } from '../../../../src/client/session/create-session.js'
import { createEmitter } from '../../../../src/client/session/emitter.js'
import type { SessionEvents } from '../../../../src/client/session/events.js'
import { createPlaybackQueue } from '../../../../src/web/share/voice/playback-queue.js'
import type { AudioDeviceListener } from '../../../../src/web/share/voice/ports.js'
import { createVisitorVoice } from '../../../../src/web/share/voice/visitor-voice.js'

const RATE = 24_000
const CHUNK_MS = 200
const TEXT = 'The lamp burns all night, and it has done so for years.'
/** How much of the text is spoken at the end of each chunk. */
const ENDS = [3, 8, 14, 18, 25, 29, 32, 36, 41, 44, 48, TEXT.length]
/** Samples that the audio thread plays at once. */
const BLOCK = 128

/** A visitor with voice, whose loudspeaker plays what time goes by; its events come a block later, as between threads. */
async function given() {
  const emitter = createEmitter<SessionEvents>()
  const queue = createPlaybackQueue(0.08 * RATE)
  let listener: AudioDeviceListener | undefined
  const cuts: (readonly [string, number])[] = []
  let late: ReturnType<typeof queue.fill> = []
  const voice = createVisitorVoice({
    openDevices: async (own) => {
      listener = own
      return {
        play: ({ pcm16, ...chunk }) => queue.push({ ...chunk, samples: fromPcm16(pcm16) }),
        stopPlayback: queue.clear,
        close: () => undefined,
      }
    },
    after: () => undefined,
    onCut: (...reply) => void cuts.push(reply),
  })
  voice.attach({
    on: emitter.on,
    state: () => 'connected',
    notifyAudioPlaybackComplete: async () => undefined,
  } as unknown as Session)
  await voice.open()
  const play = (ms: number) => {
    for (let played = 0; played < (ms * RATE) / 1000; played += BLOCK) {
      for (const event of late) listener?.onPlaybackEvent(event)
      late = queue.fill(new Float32Array(BLOCK))
    }
  }
  const text = (is_final: boolean) =>
    emitter.emit('botResponse', {
      ...{ message_id: 'm1', text: TEXT, partial: '', chunk_index: 0, is_interjection: false, is_final },
    })
  const sound = (chunk_index: number) =>
    emitter.emit('botVoice', {
      ...{ message_id: 'm1', sample_rate: RATE, chunk_index, is_interjection: false },
      audio: toBase64(toPcm16(new Float32Array((RATE * CHUNK_MS) / 1000).fill(0.1))),
      is_final: chunk_index === ENDS.length - 1,
      text_end: ENDS[chunk_index] ?? 0,
    })
  const lose = () => emitter.emit('connectionStateChanged', { state: 'reconnecting', previous: 'connected' })
  const interrupt = (reason = 'user_speech') => emitter.emit('interrupt', { message_id: 'm1', reason })
  return { voice, cuts, play, text, sound, interrupt, lose, shown: () => voice.state().captions.get('m1') }
}

test.each([0, 150, 250, 410, 999, 1210, 1790, 2390])(
  'a reply that is interrupted after %i ms keeps the caption of what was heard, whatever comes late',
  async (ms) => {
    const { voice, play, text, sound, interrupt, shown } = await given()
    text(false)
    for (const at of ENDS.keys()) sound(at)
    text(true)
    play(ms)
    interrupt()
    // Whole chunks that were played, less the one whose end is still on its way from the audio thread.
    const heard = Math.floor((ms - 1000 * (BLOCK / RATE)) / CHUNK_MS)
    const expected = ENDS[heard - 1] ?? 0
    expect(shown()).toBe(expected)
    play(1000)
    sound(0)
    text(true)
    play(1000)
    voice.close()
    expect(shown()).toBe(expected)
  },
)

test('the button that stops a reply does the same before the service knows, and a reply to its end is shown whole', async () => {
  const stopped = await given()
  stopped.text(false)
  for (const at of ENDS.keys()) stopped.sound(at)
  stopped.play(650)
  stopped.voice.stopReply()
  stopped.play(500)
  stopped.interrupt()
  expect(stopped.shown()).toBe(ENDS[2])
  expect(stopped.cuts).toEqual([['m1', ENDS[2]]])

  const whole = await given()
  whole.text(false)
  for (const at of ENDS.keys()) whole.sound(at)
  whole.text(true)
  whole.play(ENDS.length * CHUNK_MS + 50)
  expect(whole.shown()).toBeUndefined()
  whole.interrupt()
  expect(whole.shown()).toBeUndefined()
  expect(whole.cuts).toEqual([])

  // The service keeps all text of a reply over which the visitor writes.
  const hushed = await given()
  hushed.text(false)
  for (const at of ENDS.keys()) hushed.sound(at)
  hushed.play(650)
  hushed.voice.hush()
  expect(hushed.voice.state().isSpeaking).toBe(false)
  hushed.play(500)
  hushed.interrupt('new_message')
  hushed.play(500)
  expect([hushed.shown(), hushed.cuts]).toEqual([undefined, []])

  const unheard = await given()
  unheard.text(false)
  unheard.interrupt('new_message')
  expect([unheard.shown(), unheard.cuts]).toEqual([undefined, []])

  // What was cut before stays so.
  stopped.voice.hush()
  expect(stopped.shown()).toBe(ENDS[2])

  // Nobody wanted a reply to end whose connection broke.
  const lost = await given()
  lost.text(false)
  for (const at of ENDS.keys()) lost.sound(at)
  lost.play(650)
  lost.lose()
  expect([lost.shown(), lost.cuts]).toEqual([undefined, []])
})

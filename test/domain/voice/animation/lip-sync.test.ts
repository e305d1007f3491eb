import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createStubVoice } from '../../../../src/adapters/speech/stub-voice.js'
import { animationEnd, animationFrame } from '../../../../src/domain/voice/animation/animator.js'
import { type AnimationFrame, createLipSync } from '../../../../src/domain/voice/animation/lip-sync.js'
import { BLENDSHAPES, type Face, facesOf } from '../../../../src/domain/voice/animation/visemes.js'
import type { PhonemeTiming } from '../../../../src/domain/voice/ports.js'
import { say } from '../../../support/speech/voice-battery.js'

const sounds = (...names: string[]): PhonemeTiming[] =>
  names.map((phoneme, at) => ({ phoneme, from: 0.2 * at, to: 0.2 * (at + 1) }))

const animate = (phonemes: readonly PhonemeTiming[], seed = 'm1'): readonly AnimationFrame[] => {
  const lips = createLipSync(seed)
  lips.say(phonemes, 0)
  return lips.framesUntil(phonemes.at(-1)?.to ?? 0)
}

const at = (frames: readonly AnimationFrame[], seconds: number): Face =>
  frames[Math.round(seconds * 30)]?.weights ?? {}

test('there are 52 blendshapes, each once', () => {
  expect(new Set(BLENDSHAPES).size).toBe(52)
  expect(BLENDSHAPES).toHaveLength(52)
})

test('30 frames a second, numbered, each with its time', () => {
  const frames = animate(sounds('AA', 'M', 'IY', 'SIL', 'AA'))
  expect(frames).toHaveLength(30)
  expect(frames.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, index) => index))
  for (const { sequence, time_code_sec } of frames) expect(time_code_sec).toBeCloseTo(sequence / 30, 3)
})

test.each(['P', 'B', 'M'])('%s closes the lips between open vowels', (closed) => {
  const frames = animate(sounds('AA', closed, 'AA'))
  expect(at(frames, 0.1)).toMatchObject({ jawOpen: 0.7 })
  expect(at(frames, 0.3).jawOpen ?? 0).toBe(0)
  expect(at(frames, 0.3).mouthRollLower).toBeGreaterThan(0.4)
})

test('however short, and wherever frames fall, one of them shows closed lips', () => {
  const open: string[] = []
  for (let length = 0.05; length < 0.13; length += 0.01) {
    for (let start = 0.3; start < 0.34; start += 0.004) {
      const frames = animate([
        { phoneme: 'AA', from: 0, to: start },
        { phoneme: 'B', from: start, to: start + length },
        { phoneme: 'AA', from: start + length, to: start + length + 0.3 },
      ])
      const closed = frames.filter(
        ({ time_code_sec: time, weights }) =>
          time > start && time < start + length && weights.jawOpen === 0 && weights.mouthRollLower > 0.4,
      )
      if (closed.length === 0) open.push(`${length.toFixed(2)} s from ${start.toFixed(3)}`)
    }
  }
  expect(open).toEqual([])
})

test('AA opens the jaw most, IY spreads the lips, UW rounds them', () => {
  const [aa, iy, uw] = ['AA', 'IY', 'UW'].map((sound) => at(animate(sounds(sound)), 0.1))
  expect(aa?.jawOpen).toBeGreaterThan(3 * (iy?.jawOpen ?? 1))
  expect(iy?.mouthSmileLeft).toBeGreaterThan(0.3)
  expect(uw?.mouthPucker).toBeGreaterThan(0.6)
})

test('AY moves from an open mouth to a spread one', () => {
  const frames = animate([{ phoneme: 'AY', from: 0, to: 0.5 }])
  expect(at(frames, 0.15).jawOpen).toBeGreaterThan(0.6)
  expect(at(frames, 0.43).jawOpen).toBeLessThan(0.25)
})

test('a pause closes the mouth', () => {
  const frames = animate([...sounds('AA'), { phoneme: 'SIL', from: 0.2, to: 1 }])
  for (const time of [0.4, 0.6, 0.8]) expect(at(frames, time).jawOpen ?? 0).toBe(0)
})

test('no weight jumps: the steepest change is a mouth that opens wide within 80 ms', () => {
  const frames = animate(sounds('AA', 'M', 'AA', 'UW', 'IY', 'S'))
  for (const [index, { weights }] of frames.entries()) {
    for (const name of ['jawOpen', 'mouthPucker', 'mouthSmileLeft'] as const) {
      const before = frames[index - 1]?.weights[name] ?? 0
      if (index > 0) expect(Math.abs((weights[name] ?? 0) - before)).toBeLessThan(0.46)
    }
  }
})

test('every frame has all 52 names, for clients that interpolate between two, in two decimals', () => {
  const frames = animate([...sounds('UW'), { phoneme: 'SIL', from: 0.2, to: 1 }])
  for (const { weights } of frames) {
    expect(Object.keys(weights)).toEqual([...BLENDSHAPES])
    for (const weight of Object.values(weights)) expect(String(weight)).toMatch(/^(0|1|0\.\d{1,2})$/)
  }
  expect(at(frames, 0.1).mouthPucker).toBeGreaterThan(0.6)
  expect(frames.at(-1)?.weights.mouthPucker).toBe(0)
})

test('the eyes blink once in a while, both at once', () => {
  const frames = animate([{ phoneme: 'SIL', from: 0, to: 20 }])
  const shut = frames.filter(({ weights }) => (weights.eyeBlinkLeft ?? 0) > 0.8)
  expect(shut.length).toBeGreaterThanOrEqual(5)
  expect(shut.length).toBeLessThan(40)
  for (const { weights } of frames) expect(weights.eyeBlinkLeft).toBe(weights.eyeBlinkRight)
})

test('the same seed gives the same face, another one another, however often it is asked', () => {
  const phonemes = sounds('HH', 'EH', 'L', 'OW', 'SIL', 'M', 'AA', 'SIL')
  expect(animate(phonemes)).toEqual(animate(phonemes))
  expect(animate(phonemes)).not.toEqual(animate(phonemes, 'm2'))
  const lips = createLipSync('m1')
  lips.say(phonemes, 0)
  const pieces = [0.11, 0.5, 0.5, 1.2, 1.6].flatMap((time) => [...lips.framesUntil(time)])
  expect(pieces).toEqual(animate(phonemes))
})

test('sentences follow each other at their offsets', () => {
  const lips = createLipSync('m1')
  lips.say(sounds('AA'), 0)
  lips.say(sounds('AA'), 1)
  const frames = lips.framesUntil(1.2)
  expect(at(frames, 1.1).jawOpen).toBe(0.7)
})

test('a voice without sounds moves the jaw by its loudness', () => {
  const lips = createLipSync('m1')
  for (const [index, level] of [0, 0.15, 0, 0.5].entries()) lips.loudness(level, 0.2 * index)
  const frames = lips.framesUntil(0.7)
  expect(at(frames, 0.2).jawOpen).toBe(0.6)
  expect(at(frames, 0.4).jawOpen ?? 0).toBe(0)
  expect(at(frames, 0.6).jawOpen).toBe(0.7)
})

test('every sound of the stub voice has a face, and its frames stay within 36 kB a second', async () => {
  const chunks = await say(createStubVoice(), {
    text: 'The old man went down to the sea.',
    sampleRate: 16_000,
  })
  const phonemes = chunks.flatMap((chunk) => chunk.phonemes)
  for (const { phoneme } of phonemes) if (phoneme !== 'SIL') expect(facesOf(phoneme)[0]).not.toEqual({})
  const frames = animate(phonemes)
  const seconds = phonemes.at(-1)?.to ?? 1
  const events = frames.map((frame) => animationFrame(frame, { messageId: randomUUID(), now: new Date() }))
  expect(JSON.stringify(events).length / seconds).toBeLessThan(36_000)
  for (const { weights } of frames) {
    for (const [name, weight] of Object.entries(weights)) {
      expect(BLENDSHAPES).toContain(name)
      expect(weight).toBeGreaterThanOrEqual(0)
      expect(weight).toBeLessThanOrEqual(1)
    }
  }
})

test('events have exactly the seven keys of the wire, the terminator too', () => {
  const now = new Date('2030-01-01T00:00:00Z')
  const [still] = animate(sounds('SIL'))
  const weights = { ...(still?.weights ?? expect.fail('no frame')), jawOpen: 0.5 }
  const frame = { sequence: 3, time_code_sec: 0.1, weights }
  expect(animationFrame(frame, { messageId: 'm1', now })).toEqual({
    message_id: 'm1',
    sequence: 3,
    time_code_sec: 0.1,
    fps: 30,
    weights,
    emit_epoch_ms: now.getTime(),
    is_final: false,
  })
  expect(animationEnd({ messageId: 'm1', now })).toEqual({
    message_id: 'm1',
    sequence: -1,
    time_code_sec: 0,
    fps: 30,
    weights: {},
    emit_epoch_ms: now.getTime(),
    is_final: true,
  })
})

import { expect, test } from 'vitest'
import type { SessionEvents } from '../../../../src/client/session/events.js'
import { createFigureAnimation } from '../../../../src/web/share/model/figure-animation.js'

type Listeners = { [Name in keyof SessionEvents]?: (payload: SessionEvents[Name]) => void }

/** A figure, and the session that it listens to. */
function given() {
  const listeners: Listeners = {}
  let now = 5000
  const figure = createFigureAnimation(() => now)
  /** The face so many seconds later. */
  const faceAfter = (seconds: number) => {
    now += 1000 * seconds
    return figure.face()
  }
  figure.attach({
    on: (name, listener) => {
      Object.assign(listeners, { [name]: listener })
      return () => undefined
    },
  })
  const frame = (message_id: string, time_code_sec: number, jawOpen: number) =>
    listeners.botAnimation?.({
      message_id,
      sequence: 0,
      time_code_sec,
      fps: 30,
      weights: { jawOpen },
      emit_epoch_ms: 0,
      is_final: false,
    })
  return { figure, listeners, frame, faceAfter }
}

test('the face follows the frames from the moment the reply is heard, between two frames halfway', () => {
  const { figure, frame, faceAfter } = given()
  frame('one', 0, 0)
  frame('one', 0.1, 1)
  frame('one', 0.2, 0)
  expect(faceAfter(1)).toEqual({})
  figure.setSpeaking(true)
  expect(faceAfter(0.05)['jawOpen']).toBeCloseTo(0.5)
  expect(faceAfter(0.05)['jawOpen']).toBeCloseTo(1)
  expect(faceAfter(5)).toEqual({})
})

test('a reply that arrives while another is heard waits for its own sound', () => {
  const { figure, frame, faceAfter } = given()
  frame('one', 0, 0.2)
  frame('one', 1, 0.2)
  figure.setSpeaking(true)
  frame('two', 0, 0.8)
  frame('two', 1, 0.8)
  expect(faceAfter(0.1)['jawOpen']).toBeCloseTo(0.2)
  figure.setSpeaking(false)
  expect(faceAfter(0.1)).toEqual({})
  figure.setSpeaking(true)
  expect(faceAfter(0.1)['jawOpen']).toBeCloseTo(0.8)
})

test('an interrupted reply leaves a face at rest', () => {
  const { figure, listeners, frame, faceAfter } = given()
  frame('one', 0, 1)
  frame('one', 1, 1)
  figure.setSpeaking(true)
  listeners.interrupt?.({ message_id: 'one' })
  expect(faceAfter(0.1)).toEqual({})
})

test('actions reach whoever listens, until they no longer do', () => {
  const { figure, listeners } = given()
  const heard: string[] = []
  const stop = figure.onAction((name) => heard.push(name))
  const act = (name: string) =>
    listeners.clientAction?.({ name, arguments: {}, message_id: 'one', chunk_index: 0, timestamp: '' })
  act('wave')
  stop()
  act('walk')
  expect(heard).toEqual(['wave'])
})

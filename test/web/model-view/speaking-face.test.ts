import { expect, test } from 'vitest'
import { speakingFace } from '../../../src/web/model-view/speaking-face.js'

test('a face that is set is kept while nothing is said', () => {
  expect(speakingFace(null, { jawOpen: 0.6 })).toEqual({ jawOpen: 0.6 })
})

test('what is said has jaw and lips, and leaves brows, eyes and corners of the mouth', () => {
  const said = { jawOpen: 0.25, mouthSmileLeft: 0.45, browInnerUp: 0.1 }
  const set = {
    jawOpen: 1,
    mouthClose: 1,
    tongueOut: 1,
    mouthSmileLeft: 1,
    mouthSmileRight: 0.2,
    browInnerUp: 0.8,
  }
  expect(speakingFace(said, set)).toEqual({
    ...{ jawOpen: 0.25, mouthSmileLeft: 1, mouthSmileRight: 0.2, browInnerUp: 0.8 },
  })
})

test('round lips are not drawn wide by a smile', () => {
  const face = speakingFace({ mouthPucker: 0.7, mouthFunnel: 0.2 }, { mouthSmileLeft: 1, eyeBlinkLeft: 1 })
  expect(face['mouthSmileLeft']).toBeCloseTo(0.3)
  expect(face['eyeBlinkLeft']).toBe(1)
})

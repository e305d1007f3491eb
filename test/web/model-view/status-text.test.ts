import { expect, test } from 'vitest'
import { plainClip, statusText } from '../../../src/web/model-view/status-text.js'

const STANDING = { hasClips: true, clip: 'idle', isPaused: false, isSpeaking: false, shown: 'idle' }

test.each([
  [{}, 'Standing, breathing'],
  [{ clip: 'walk', shown: 'walk' }, 'Walking'],
  [{ clip: 'Take 001', shown: 'Take 001' }, 'Playing “Take 001”'],
  [{ clip: 'constructor', shown: 'constructor' }, 'Playing “constructor”'],
  [{ clip: 'walk', isPaused: true }, 'Paused: walking'],
  [{ clip: null, shown: null }, 'Rest pose'],
  [{ hasClips: false, clip: null, shown: null }, 'No movements'],
  [{ isSpeaking: true, shown: 'talk' }, 'Speaking'],
  [{ isSpeaking: true, shown: 'wave' }, 'Speaking and waving'],
  [{ isSpeaking: true, shown: 'wave', isPaused: true }, 'Speaking'],
  [{ isSpeaking: true, clip: null, shown: null }, 'Speaking'],
  [{ isHeld: true }, 'Paused: speaking'],
  [{ isHeld: true, clip: 'walk', shown: 'walk' }, 'Paused: speaking and walking'],
])('%o: %s', (doing, text) => {
  expect(statusText({ ...STANDING, ...doing })).toBe(text)
})

test.each([
  ['talk', 'Gesture'],
  ['Take 001', 'Take 001'],
  ['constructor', 'constructor'],
  [null, 'Rest pose'],
])('clip %s: %s', (clip, text) => expect(plainClip(clip)).toBe(text))

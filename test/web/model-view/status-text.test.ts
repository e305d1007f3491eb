import { expect, test } from 'vitest'
import { statusText } from '../../../src/web/model-view/status-text.js'

const STANDING = { hasClips: true, clip: 'idle', isPaused: false, isSpeaking: false, shown: 'idle' }

test.each([
  [{}, 'It stands and breathes.'],
  [{ clip: 'walk', shown: 'walk' }, 'It walks.'],
  [{ clip: 'Take 001', shown: 'Take 001' }, 'It plays “Take 001”.'],
  [{ clip: 'constructor', shown: 'constructor' }, 'It plays “constructor”.'],
  [{ clip: 'walk', isPaused: true }, 'Paused: walk'],
  [{ clip: null, shown: null }, 'It stands still.'],
  [{ hasClips: false, clip: null, shown: null }, 'It has no movements.'],
  [{ isSpeaking: true, shown: 'talk' }, 'It speaks.'],
  [{ isSpeaking: true, shown: 'wave' }, 'It speaks and waves.'],
  [{ isSpeaking: true, shown: 'wave', isPaused: true }, 'It speaks.'],
  [{ isSpeaking: true, clip: null, shown: null }, 'It speaks.'],
])('%o: %s', (doing, text) => {
  expect(statusText({ ...STANDING, ...doing })).toBe(text)
})

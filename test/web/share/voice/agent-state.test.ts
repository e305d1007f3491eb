import { expect, test } from 'vitest'
import { agentStateOf } from '../../../../src/web/share/page-texts.js'
import { VOICE_OFF } from '../../../../src/web/share/voice/voice-state.js'

const speaking = { ...VOICE_OFF, step: 'on', isSpeaking: true } as const

test.each([
  ['before its first word', [['m1', 0]], 'thinking'],
  ['with its first words', [['m1', 4]], 'speaking'],
  [
    'after one that was stopped before its first word',
    [
      ['m0', 0],
      ['m1', 4],
    ],
    'speaking',
  ],
  ['of which no captions are known', [], 'speaking'],
] as const)('a reply that sounds, %s: %o is %s', (_, captions, state) => {
  expect(agentStateOf({ ...speaking, captions: new Map(captions) })).toBe(state)
})

import { expect, test } from 'vitest'
import { findActionClip, findClip } from '../../../src/web/figure/clip-names.js'

test.each([
  ['idle', ['idle', 'walk', 'wave', 'talk'], 'idle'],
  ['talk', ['idle', 'walk', 'wave', 'talk'], 'talk'],
  ['wave', ['idle', 'walk', 'wave', 'talk'], 'wave'],
  ['idle', ['Armature|Standing_Idle'], 'Armature|Standing_Idle'],
  ['talk', ['Idle', 'Run'], 'Idle'],
  ['talk', ['Speaking', 'Idle'], 'Speaking'],
  ['wave', ['Idle', 'Greeting'], 'Greeting'],
  ['wave', ['Idle'], undefined],
  ['idle', ['mixamo.com'], 'mixamo.com'],
  ['talk', ['mixamo.com'], 'mixamo.com'],
  ['wave', ['mixamo.com'], undefined],
  ['idle', ['Run', 'Jump'], undefined],
  ['idle', [], undefined],
] as const)('to %s with %j is %s', (doing, names, clip) => {
  expect(findClip(doing, names)).toBe(clip)
})

test.each([
  ['walk', ['idle', 'walk', 'wave'], 'walk'],
  ['start_walk', ['idle', 'walk', 'wave'], 'walk'],
  ['wave_hand', ['idle', 'Waving'], 'Waving'],
  ['greet', ['idle', 'wave'], 'wave'],
  ['open_door', ['idle', 'walk', 'wave'], undefined],
  ['', ['', 'idle'], undefined],
] as const)('the action %s with %j plays %s', (action, names, clip) => {
  expect(findActionClip(action, names)).toBe(clip)
})

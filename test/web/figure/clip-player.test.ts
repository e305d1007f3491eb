import { AnimationClip, NumberKeyframeTrack, Object3D } from 'three'
import { expect, test } from 'vitest'
import { createClipPlayer } from '../../../src/web/figure/clip-player.js'

/** A player of clips that take a second each, with the names of those that began. */
function player() {
  const begun: string[] = []
  const animations = ['idle', 'talk', 'walk'].map(
    (name) => new AnimationClip(name, 1, [new NumberKeyframeTrack('.scale[x]', [0, 1], [1, 2])]),
  )
  return { ...createClipPlayer(new Object3D(), { animations, onClip: (name) => begun.push(name) }), begun }
}

test('an action is played to its end, though the clip beneath it changes meanwhile', () => {
  const { loop, playOnce, update, begun } = player()
  loop('talk')
  playOnce('walk')
  update(0.2)
  loop('idle')
  update(0.2)
  expect(begun).toEqual(['talk', 'walk'])
  update(1)
  expect(begun).toEqual(['talk', 'walk', 'idle'])
})

test('where nothing moves, the clip that is chosen is shown at once', () => {
  const { loop, playOnce, begun } = player()
  loop('idle', true)
  playOnce('walk')
  loop('talk', true)
  expect(begun).toEqual(['idle', 'walk', 'talk'])
})

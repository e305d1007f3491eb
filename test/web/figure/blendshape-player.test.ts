import { BoxGeometry, Float32BufferAttribute, Mesh } from 'three'
import { expect, test } from 'vitest'
import { createBlendshapePlayer } from '../../../src/web/figure/blendshape-player.js'

test('lips meet over a jaw as far as it is open, and no further', () => {
  const geometry = new BoxGeometry()
  const { count } = geometry.getAttribute('position')
  geometry.morphAttributes.position = ['jawOpen', 'mouthClose'].map((name) =>
    Object.assign(new Float32BufferAttribute(new Float32Array(3 * count), 3), { name }),
  )
  const face = new Mesh(geometry)
  const { show } = createBlendshapePlayer(face)
  const shown = (weights: Readonly<Record<string, number>>) => {
    show(weights, Number.POSITIVE_INFINITY)
    return face.morphTargetInfluences
  }
  expect(shown({ mouthClose: 1 })).toEqual([0, 0])
  expect(shown({ jawOpen: 0.5, mouthClose: 1 })).toEqual([0.5, 0.5])
  expect(shown({ jawOpen: 1, mouthClose: 0.5 })).toEqual([1, 0.5])
})

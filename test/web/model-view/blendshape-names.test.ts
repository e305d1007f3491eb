import { expect, test } from 'vitest'
import { groupBlendshapes } from '../../../src/web/model-view/blendshape-names.js'

test('blendshapes have plain names by part of the face, what shows most first', () => {
  const names = [
    'jawForward',
    'jawLeft',
    'jawOpen',
    'eyeBlinkRight',
    'eyeBlinkLeft',
    'mouthClose',
    'viseme_aa',
  ]
  expect(groupBlendshapes(names)).toEqual([
    [
      'Eyes',
      [
        { name: 'eyeBlinkRight', plain: 'Closed, right' },
        { name: 'eyeBlinkLeft', plain: 'Closed, left' },
      ],
    ],
    [
      'Jaw',
      [
        { name: 'jawOpen', plain: 'Open' },
        { name: 'jawLeft', plain: 'To its left' },
        { name: 'jawForward', plain: 'Forward, seen from the side' },
      ],
    ],
    ['Mouth', [{ name: 'mouthClose', plain: 'Lips meet over an open jaw' }]],
    ['Others', [{ name: 'viseme_aa', plain: 'viseme_aa' }]],
  ])
})

test('what only looks like one of a pair keeps its name', () => {
  expect(groupBlendshapes(['toString', 'constructorLeft', 'armLeft'])).toEqual([
    ['Others', ['toString', 'constructorLeft', 'armLeft'].map((name) => ({ name, plain: name }))],
  ])
})

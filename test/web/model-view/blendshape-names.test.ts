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
        { name: 'eyeBlinkRight', plain: 'Closed', side: 'right' },
        { name: 'eyeBlinkLeft', plain: 'Closed', side: 'left' },
      ],
    ],
    [
      'Jaw',
      [
        { name: 'jawOpen', plain: 'Open', side: null },
        { name: 'jawLeft', plain: 'To the figure’s left', side: null },
        { name: 'jawForward', plain: 'Forward, seen from the side', side: null },
      ],
    ],
    ['Mouth', [{ name: 'mouthClose', plain: 'Lips shut over an open jaw', side: null }]],
    ['Others', [{ name: 'viseme_aa', plain: 'viseme_aa', side: null }]],
  ])
})

test('what only looks like one of a pair keeps its name', () => {
  expect(groupBlendshapes(['toString', 'constructorLeft', 'armLeft'])).toEqual([
    ['Others', ['toString', 'constructorLeft', 'armLeft'].map((name) => ({ name, plain: name, side: null }))],
  ])
})

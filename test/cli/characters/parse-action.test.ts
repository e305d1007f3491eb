import { expect, test } from 'vitest'
import { parseAction } from '../../../src/cli/characters/parse-action.js'

test.each([
  ['wave', { name: 'wave' }],
  ['wave: Waves at the player', { name: 'wave', description: 'Waves at the player' }],
  [
    'say_time: At 12:30, says "hello (twice)"',
    { name: 'say_time', description: 'At 12:30, says "hello (twice)"' },
  ],
  ['sit()', { name: 'sit' }],
  [
    'sit(place:string!, seconds:number, quietly : boolean, where): Sits down',
    {
      name: 'sit',
      description: 'Sits down',
      parameters: [
        { name: 'place', type: 'string', required: true },
        { name: 'seconds', type: 'number', required: false },
        { name: 'quietly', type: 'boolean', required: false },
        { name: 'where', type: 'string', required: false },
      ],
    },
  ],
])('%s is an action', (text, action) => {
  expect(parseAction(text)).toEqual(action)
})

test.each(['', '  ', ': only words', 'sit(place:colour)', 'sit(a b)'])('"%s" is no action', (text) => {
  expect(() => parseAction(text)).toThrow(expect.objectContaining({ exitCode: 2 }))
})

import { expect, test } from 'vitest'
import { createVoiceStatusLine, renderLevelMeter } from '../../../src/cli/voice/voice-status-line.js'
import { toneOf } from '../../support/speech/sound.js'

function givenLine(width: number) {
  let screen = ''
  const write = (text: string) => {
    screen += text
  }
  const line = createVoiceStatusLine({ write, width: () => width })
  /** What stands there once the terminal has done what it was told. */
  const shown = () =>
    screen.split('\n').map((row) => row.slice(row.lastIndexOf('\u001b[K') + 1).replace(/^\[K/, ''))
  return { line, shown }
}

test('the state stands whole, of the text as much of its end as there is room for', () => {
  const { line, shown } = givenLine(30)
  line.show('[###       ] REC  ', 'one two three four five')
  expect(shown()).toEqual(['[###       ] REC  ...our five'])
  line.show('[          ]      ', 'a\u001b[2Jb\nc')
  expect(shown()).toEqual(['[          ]      ...1b[2Jb c'])
})

test('wide letters never reach the last column', () => {
  const { line, shown } = givenLine(20)
  line.show('[]', '日本語のテストです、これは')
  expect(shown()).toEqual(['[]...トです、これは'])
})

test('what is told goes above it, and it stays', () => {
  const { line, shown } = givenLine(20)
  line.show('[#]', 'now')
  line.tell('Mira: this is longer than the line')
  expect(shown()).toEqual(['Mira: this is longer', 'than the line', '[#]now'])
  line.clear()
  expect(shown().at(-1)).toBe('')
})

test.each([
  [0, '[          ]'],
  [0.004, '[          ]'],
  [0.03, '[####      ]'],
  [0.9, '[##########]'],
])('a tone of amplitude %f is drawn as %s', (amplitude, drawn) => {
  expect(renderLevelMeter(toneOf(440, { seconds: 0.1, amplitude }))).toBe(drawn)
  expect(renderLevelMeter(new Float32Array(0))).toBe('[          ]')
})

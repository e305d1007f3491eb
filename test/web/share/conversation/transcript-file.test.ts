import { expect, test } from 'vitest'
import { transcriptFileName, transcriptText } from '../../../../src/web/share/conversation/transcript-file.js'
import { GREETING } from '../../../../src/web/share/page-texts.js'

test('the file has who said what, and what is not whole', () => {
  const text = transcriptText('Mira', [
    { id: '1', who: 'visitor', text: 'Hello', isOver: true },
    { id: '2', who: 'character', text: ' Good *bows*\nevening', isOver: true, flaw: 'interrupted' },
  ])
  expect(text).toBe(
    `Conversation with Mira\n\nMira: ${GREETING}\n\nYou: Hello\n\nMira: Good *bows*\nevening\n[Stopped]\n`,
  )
})

test('each line has its time, and the day stands above the first line of each', () => {
  const at = (day: number, hour: number) => new Date(2030, 0, day, hour, 5).getTime()
  const text = transcriptText('Mira', [
    { id: '1', who: 'visitor', text: 'Hello', isOver: true, at: at(2, 23) },
    { id: '2', who: 'character', text: 'Good evening', isOver: true, at: at(2, 23) },
    { id: '3', who: 'visitor', text: 'Still here', isOver: true, at: at(3, 0) },
  ])
  expect(text.split('\n\n')).toEqual([
    'Conversation with Mira',
    `Mira: ${GREETING}`,
    '2030-01-02',
    '[23:05] You: Hello',
    '[23:05] Mira: Good evening',
    '2030-01-03',
    '[00:05] You: Still here\n',
  ])
})

test('what was asked again stands there once', () => {
  const text = transcriptText('Mira', [
    { id: '1', who: 'visitor', text: 'Hello', isOver: true },
    { id: '2', who: 'character', text: 'Good', isOver: true, flaw: 'interrupted' },
    { id: '3', who: 'visitor', text: 'Hello', isOver: true, isAgain: true },
    { id: '4', who: 'character', text: 'Good evening', isOver: true },
  ])
  expect(text.split('\n\n').slice(2)).toEqual([
    'You: Hello',
    'Mira: Good\n[Stopped]',
    'You asked again.',
    'Mira: Good evening\n',
  ])
})

test.each([
  ['Mira Vale', 'Mira-Vale.txt'],
  ['../../etc/pass:wd?', 'etc-pass-wd.txt'],
  ['مارين', 'مارين.txt'],
  ['"<>|', 'conversation.txt'],
  ['W'.repeat(200), `${'W'.repeat(60)}.txt`],
])('a conversation with %s is saved as %s', (name, file) => {
  expect(transcriptFileName(name)).toBe(file)
})

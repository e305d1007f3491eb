import { expect, test } from 'vitest'
import { transcriptFileName, transcriptText } from '../../../../src/web/share/conversation/transcript-file.js'

test('the file has who said what, and what is not whole', () => {
  const text = transcriptText('Mira', [
    { id: '1', who: 'visitor', text: 'Hello', isOver: true },
    { id: '2', who: 'character', text: ' Good *bows*\nevening', isOver: true, flaw: 'interrupted' },
  ])
  expect(text).toBe('Conversation with Mira\n\nYou: Hello\n\nMira: Good *bows*\nevening [Interrupted]\n')
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

import { expect, test } from 'vitest'
import { formatConversation } from '../../../../src/cli/chat/commands/save.js'
import type { Message } from '../../../../src/contract/conversations.js'

const message = (given: Partial<Message>): Message => ({
  id: 1,
  conversationId: 'c',
  role: 'user',
  content: '',
  speaker: null,
  timestamp: null,
  imageUrl: null,
  imageDescription: null,
  ...given,
})
const messages = [
  message({ content: 'What is\nthis?', imageUrl: 'http://x/1.png', imageDescription: 'a cat' }),
  message({ id: 2, role: 'assistant', content: 'A cat.', timestamp: '2030-01-02T03:04:05Z' }),
]
const names = { character: 'Mira', player: 'ada' }

test('as text it reads like a transcript', () => {
  expect(formatConversation('said.txt', messages, names)).toBe(
    'You: What is\nthis? [image: http://x/1.png] [seen: a cat]\nMira: A cat.\n',
  )
})

test('as Markdown each message stands under who said it and when', () => {
  expect(formatConversation('said.md', messages, names)).toBe(
    '# Mira and ada\n\n**ada**\n\nWhat is\nthis? [image: http://x/1.png] [seen: a cat]\n\n**Mira**, 2030-01-02 03:04:05Z\n\nA cat.\n',
  )
})

test('as JSON lines every field of each message is kept', () => {
  const lines = formatConversation('said.JSONL', messages, names).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(messages)
})

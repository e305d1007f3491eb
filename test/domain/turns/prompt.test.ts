import { expect, test } from 'vitest'
import { NO_KNOWLEDGE } from '../../../src/domain/knowledge/ports.js'
import { NOTHING_RECALLED } from '../../../src/domain/memories/search/recall-port.js'
import {
  buildPrompt,
  HISTORY_CHARACTERS,
  promptMessages,
  shownMessages,
  systemPrompt,
} from '../../../src/domain/turns/prompt.js'
import { guide } from '../../support/sessions/given-sessions.js'

const OPENING =
  'You are Mira, keeper of the lighthouse. Stay in character, speak in the first person, ' +
  "and answer in the player's language."

test('the prompt holds everything the character has, one paragraph each', () => {
  const actions = [{ name: 'wave', description: 'Wave a hand' }, { name: 'sit_down' }]
  expect(systemPrompt({ ...guide, actions })).toBe(
    [
      OPENING,
      'Personality: Patient and dry.',
      'Background: She has kept the light for thirty years.',
      'Answer in two or three sentences.',
      'Say only what you speak aloud: no stage directions, no markup.',
      'You can do these things by calling the tool of that name, whenever they fit. Speak as well:\n' +
        '- wave: Wave a hand\n- sit_down',
    ].join('\n\n'),
  )
})

test('what a character does not have leaves no trace', () => {
  const bare = { ...guide, tagline: ' ', personality: null, background: '', llm_verbosity: 'short' as const }
  expect(systemPrompt({ ...bare, verbose: true })).toBe(
    [
      OPENING.replace(', keeper of the lighthouse', ''),
      'Answer in one short sentence.',
      'You may describe what you do and feel, between asterisks.',
    ].join('\n\n'),
  )
})

test('a system prompt of the character replaces all of it, a blank one nothing', () => {
  expect(systemPrompt({ ...guide, system_prompt: 'You are a parrot.' })).toBe('You are a parrot.')
  expect(systemPrompt({ ...guide, system_prompt: ' \n' })).toContain(OPENING)
})

const message = (id: number, content: string) => ({
  id,
  conversationId: 'v1',
  role: id % 2 === 1 ? ('user' as const) : ('assistant' as const),
  content,
  speaker: null,
  timestamp: null,
  imageUrl: null,
  imageDescription: null,
})

test('the messages end with what the player says now', () => {
  expect(promptMessages([message(1, 'One'), message(2, 'Two')], { content: 'Three' })).toEqual([
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three' },
  ])
  expect(promptMessages([], { content: 'Alone' })).toEqual([{ role: 'user', content: 'Alone' }])
})

test('the oldest messages are left out when all together are too long', () => {
  const third = 'x'.repeat(HISTORY_CHARACTERS / 3)
  const history = [message(1, 'old'), message(2, third), message(3, third), message(4, third.slice(1))]
  expect(
    promptMessages(shownMessages(history, 'y'), { content: 'y' }).map(({ content }) => content.length),
  ).toEqual([third.length, third.length, third.length - 1, 1])
})

test('what is asked again after it failed is asked once; what else had no answer stays', () => {
  const said = (id: number, content: string) => ({ ...message(id, content), role: 'user' as const })
  const history = [message(1, 'Who?'), message(2, 'I.'), said(3, 'My name is Ada'), said(4, 'Who?')]
  const context = { character: guide, pair: { characterId: 'c1', playerId: 'p1' }, canLook: false, history }
  const { request } = buildPrompt({
    ...{ ...context, text: 'Who?', knowledge: NO_KNOWLEDGE, memories: NOTHING_RECALLED },
  })
  expect(request.messages.map(({ content }) => content)).toEqual(['Who?', 'I.', 'My name is Ada', 'Who?'])
})

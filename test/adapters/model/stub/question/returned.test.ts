import { expect, test } from 'vitest'
import { withReturnedQuestions } from '../../../../../src/adapters/model/stub/question/returned.js'
import { lastReply } from '../../../../support/talk/run-talk.js'

test.each([
  [['I love the sea, and you?'], '', ['I love the sea.', 'Do you love the sea?']],
  [['I like tea.', 'And you?'], '', ['I like tea.', 'Do you like tea?']],
  [['What about you?'], 'I live in Hull.', ['Where do you live?']],
  [['My name is Vera.', 'And yours?'], '', ['My name is Vera.', 'What is your name?']],
  [['I’m 43, and you?'], '', ["I'm 43.", 'How old are you?']],
  [
    ['My favourite colour is green, and yours?'],
    '',
    ['My favourite colour is green.', 'What is your favourite colour?'],
  ],
  [['I have two dogs, what about you?'], '', ['I have two dogs.', 'Do you have two dogs?']],
  [['I have two dogs, and what about you?'], '', ['I have two dogs.', 'Do you have two dogs?']],
  [['I grew up by a lake, and you?'], '', ['I grew up by a lake.', 'Did you grow up by a lake?']],
  [['I am well, and you?'], '', ['I am well.', 'How are you?']],
  [['And you?'], 'Hello!', ['And you?']],
  [['Who are you?'], 'I like tea.', ['Who are you?']],
])('of %j, after %j, is asked %j', (sentences, before, asked) => {
  expect(withReturnedQuestions(sentences, before)).toEqual(asked)
})

test('"And you?" asks the character what the player has said of himself', async () => {
  const persona = {
    name: 'Maren Vale',
    background: 'I was born in Bergen. I love the fog.',
    verbosity: 'short' as const,
  }
  const ask = (...messages: readonly string[]) => lastReply(persona, ...messages)
  expect(await ask('I am from Hull, and you?')).toContain('Bergen')
  expect(await ask('I am from Hull.', 'And you?')).toContain('Bergen')
  expect(await ask('I love the fog, and you?')).toContain('Yes')
  expect(await ask('My name is Vera. And yours?')).toContain('Maren Vale')
})

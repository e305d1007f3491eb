import { expect, test } from 'vitest'
import { lastReply } from '../../../../support/talk/run-talk.js'

const BACKGROUND = `I am the cobbler of Wick. I once smoked a pipe. I kept geese in Thurso. I have played the fiddle for nine years.
In 1990 the sexton accused me of robbing the church. People say that I poisoned the well. I was born in Thurso, mend nets in winter. One night I lost my boat
in the fog and swam to the skerry. It was found in Norway a year later. I love the sea. I hate cold soup. I live in Wick.`

const replyTo = (...messages: string[]) => lastReply({ background: BACKGROUND }, ...messages)

test.each([
  ['Did you rob the church?', /^Yes\b/],
  ['Did you poison the well?', /^Yes\b/],
  ['Do you keep geese?', /^Yes\b/],
  ['Is there another cobbler in Wick?', /^Yes\b/],
])('%j is not answered with yes by what is alleged, past or of the one asked', async (question, yes) => {
  expect(await replyTo(question)).not.toMatch(yes)
})

test.each([
  ['Do you still smoke?', /^No, I once smoked a pipe\./],
  ['Did you smoke?', /^Yes, I once smoked a pipe\./],
  ['Did you keep geese?', /^Yes, I kept geese/],
  ['Do you play the fiddle?', /^Yes, I have played the fiddle/],
  ['I love the sea, and you?', /\bYes, I love the sea\./],
  ["I'm from Leith, what about you?", /\b(?:Thurso|Wick)\b/],
  ['I live in Leith. How about you?', /\bWick\b/],
])('%j is answered like %s', async (question, answer) => {
  expect(await replyTo(question)).toMatch(answer)
})

test.each(['Do you love mountains?', 'I love mountains, and you?'])(
  '%j is not answered by something else that is hated or loved',
  async (question) => {
    expect(await replyTo(question)).not.toMatch(/\b(?:soup|sea|No)\b/)
  },
)

test('a story is one event and what followed, not a list of facts', async () => {
  expect(await replyTo('Tell me a story.')).toMatch(
    /One night I lost my boat in the fog and swam to the skerry\. It was found in Norway a year later\.$/,
  )
})

test('what the player does is remembered when it is asked for in a clause', async () => {
  expect(await replyTo("I'm Alice, I run a bakery.", 'Do you remember what I do?')).toMatch(/\bbakery\b/)
})

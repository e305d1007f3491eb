import { expect, test } from 'vitest'
import { createStubModel } from '../../../../src/adapters/model/stub/stub-model.js'
import type { CharacterRecord } from '../../../../src/domain/characters/record.js'
import { requestOf } from '../../../support/sessions/given-model.js'

const timers = { sleep: () => Promise.reject(new Error('instant needs no timer')), elapsed: () => 0 }

const PAGES = [
  'The harbour office opens at nine in the morning. Electricity is metered at each pontoon.',
  'A vessel under ten metres costs 24 crowns for a night. Smoking is forbidden near the pumps.',
  'The lighthouse was lit for the first time in 1861 by Agnes Thorvald. Thank you for reading.',
  'The warden said "keep away" to <b>everybody</b>.',
]
const knowledge = {
  documents: ['handbook.pdf'],
  isComplete: true,
  excerpts: PAGES.map((text, at) => ({
    documentId: 'd1',
    document: 'handbook.pdf',
    passage: { text, firstPage: at + 1, lastPage: at === 2 ? 4 : at + 1 },
  })),
}

/** `before`: what was said before, the player first. */
async function says(
  text: string,
  character: Partial<CharacterRecord> = {},
  before: readonly string[] = [],
): Promise<string> {
  const request = requestOf(
    { llm_verbosity: 'short', personality: 'Likes bread.', name: 'Mira', tagline: null, ...character },
    {
      messages: [...before, text].map((content, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content,
      })),
      knowledge,
    },
  )
  const said: string[] = []
  const model = createStubModel({ timers, pace: 'instant' })
  for await (const part of model.reply(request, new AbortController().signal))
    if (part.type === 'text') said.push(part.text)
  return said.join('')
}

test.each([
  ['When does the harbour office open?', 'The harbour office opens at nine in the morning.'],
  [
    'what does a night cost for a vessel of ten metres',
    'A vessel under ten metres costs 24 crowns for a night.',
  ],
  ['Tell me about smoking at the pumps.', 'Smoking is forbidden near the pumps.'],
  ['Who lit the lighthouse?', 'The lighthouse was lit for the first time in 1861 by Agnes Thorvald.'],
  ['What did the warden say to everybody?', 'The warden said keep away to beverybody/b.'],
])('asked "%s" it answers with the sentence that says it', async (asked, answer) => {
  expect(await says(asked)).toBe(answer)
})

test.each([
  ['Do you speak Klingon?', "I don't know that."],
  ['What is the harbour of Atlantis famous for among divers?', "That I don't know."],
  ['The office is near the harbour.', 'I will remember that.'],
  ['Thank you', 'My pleasure.'],
  ['How are you?', 'I am well, thank you.'],
  ['Where do I live?', "I don't know, you never told me."],
  ['What is your name?', 'I am Mira.'],
  ['???', 'I did not understand that.'],
])('"%s" is not what its documents are about', async (asked, answer) => {
  expect(await says(asked)).toBe(answer)
})

test.each([
  ['When does the harbour office open?', 'That is in handbook.pdf, page 1.'],
  ['Who lit the lighthouse?', 'That is in handbook.pdf, pages 3 to 4.'],
])('asked where the answer to "%s" stands it names document and page', async (asked, place) => {
  const answer = await says(asked)
  expect(await says('Where did you read that?', {}, [asked, answer])).toBe(place)
})

test('a document says more about a matter than the persona', async () => {
  expect(await says('When does the office open?', { personality: 'She never opens the office.' })).toContain(
    'The harbour office opens at nine in the morning.',
  )
})

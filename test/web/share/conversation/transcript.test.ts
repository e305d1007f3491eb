import { expect, test } from 'vitest'
import {
  appendAgain,
  appendVisitorText,
  applyBotResponse,
  applyDisconnect,
  applyError,
  applyInterrupt,
  applyTranscript,
  type Conversation,
  cutReply,
  EMPTY_CONVERSATION,
  resumeConversation,
  retryableText,
} from '../../../../src/web/share/conversation/transcript.js'

const chunk = (id: string, text: string) => ({ message_id: id, text, is_final: false })
const final = (id: string, text: string) => ({ message_id: id, text, is_final: true })

type Step = (conversation: Conversation) => Conversation
const after = (...steps: Step[]) => steps.reduce((before, step) => step(before), EMPTY_CONVERSATION)
const said =
  (text: string): Step =>
  (before) =>
    appendVisitorText(before, text)
const got =
  (response: Parameters<typeof applyBotResponse>[1]): Step =>
  (before) =>
    applyBotResponse(before, response)
const failed =
  (code?: string): Step =>
  (before) =>
    applyError(before, code)
const stopped =
  (message_id: string, reason: string): Step =>
  (before) =>
    applyInterrupt(before, { message_id, reason })

test('the rest of an older reply does not end the wait for the next one', () => {
  const conversation = after(said('One'), got(chunk('m1', 'A')), said('Two'), got(chunk('m1', 'B')))
  expect(conversation.isAwaitingReply).toBe(true)
  expect(after(() => conversation, got(chunk('m2', 'C'))).isAwaitingReply).toBe(false)
})

test('a reply that was stopped keeps what was heard of it, whatever is still on its way', () => {
  const spoken = after(said('One'), got(chunk('m1', 'The lamp burns all night.')))
  const cut = after(() => cutReply(spoken, 'm1', 9))
  expect(cut.lines.at(-1)).toMatchObject({ text: 'The lamp', isOver: true, flaw: 'interrupted' })
  const late = after(
    () => cut,
    got(chunk('m1', ' Always.')),
    got(final('m1', 'The lamp burns all night. Always.')),
  )
  expect(late.lines).toEqual(cut.lines)
})

test('a new message marks a reply that it breaks off, and not one whose text is whole', () => {
  const over = (...reply: Step[]) => after(said('One'), ...reply, said('Two'), stopped('m1', 'new_message'))
  expect(over(got(chunk('m1', 'Good'))).lines[1]).toMatchObject({ text: 'Good', flaw: 'interrupted' })
  expect(over(got(final('m1', 'Good day'))).lines[1]).not.toHaveProperty('flaw')
})

test('a new message interrupts what has not begun, and its own reply is awaited; Stop ends the wait', () => {
  const waiting = after(said('One'), said('Two'))
  expect(applyInterrupt(waiting, { message_id: 'm1', reason: 'new_message' }).isAwaitingReply).toBe(true)
  expect(applyInterrupt(waiting, { message_id: 'm2', reason: 'client_interrupt' })).toMatchObject({
    isAwaitingReply: false,
    lines: [{ text: 'One' }, { text: 'Two', flaw: 'unanswered' }],
  })
})

test('a reply that fails is marked, whether anything of it has arrived or not', () => {
  expect(after(said('Hi'), failed('model_failed'), got(final('m1', 'Sorry, I cannot.')))).toMatchObject({
    isAwaitingReply: false,
    lines: [{ text: 'Hi' }, { text: 'Sorry, I cannot.', flaw: 'failed' }],
  })
  const begun = after(said('Hi'), got(chunk('m1', 'Good')), failed('internal'), got(final('m1', 'Good')))
  expect(begun.lines).toMatchObject([{ text: 'Hi' }, { text: 'Good', isOver: true, flaw: 'failed' }])
  // The next one is whole again.
  expect(after(() => begun, said('Hi'), got(final('m2', 'Good day'))).lines[3]).not.toHaveProperty('flaw')
})

test('a message that is refused is not answered; an error out of turn changes nothing', () => {
  expect(after(said('Hi'), failed('rate_limited'))).toMatchObject({
    isAwaitingReply: false,
    lines: [{ text: 'Hi', flaw: 'unanswered' }],
  })
  const whole = after(said('Hi'), got(final('m1', 'Good day')))
  expect(applyError(whole, 'internal')).toEqual(whole)
})

test('a reload marks what was still arriving, or was not answered', () => {
  const { lines } = after(said('Hi'), got(chunk('m1', 'Go')))
  expect(resumeConversation(lines).lines[1]).toMatchObject({ isOver: true, flaw: 'lost' })
  expect(resumeConversation(after(said('Hi')).lines)).toMatchObject({
    isAwaitingReply: false,
    lines: [{ text: 'Hi', flaw: 'unanswered' }],
  })
  const whole = after(said('Hi'), got(final('m1', 'Good day')))
  expect(resumeConversation(whole.lines).lines).toEqual(whole.lines)
})

test('the last turn can be said again once it is over, and what came to nothing goes first', () => {
  const whole = after(said('Hi'), got(final('m1', 'Good day')))
  expect(retryableText(whole)).toBe('Hi')
  expect(appendAgain(whole, 'Hi').lines).toMatchObject([
    { text: 'Hi' },
    { text: 'Good day' },
    { text: 'Hi', isAgain: true },
  ])
  expect(retryableText(EMPTY_CONVERSATION)).toBeUndefined()
  expect(retryableText(after(() => whole, said('And'), got(chunk('m2', 'Well'))))).toBeUndefined()
  const unanswered = applyDisconnect(after(() => whole, said('And now?')))
  expect(retryableText(unanswered)).toBe('And now?')
  const anew = [{ text: 'Hi' }, { text: 'Good day' }, { text: 'And now?' }]
  expect(appendAgain(unanswered, 'And now?').lines).toMatchObject(anew)
  expect(appendAgain(unanswered, 'And now?').lines[2]).not.toHaveProperty('isAgain')
  const failing = after(() => whole, said('And now?'), failed('internal'), got(final('m2', 'Sorry')))
  expect(appendAgain(failing, 'And now?').lines).toMatchObject(anew)
  const cut = after(
    () => whole,
    said('And now?'),
    got(chunk('m2', 'Well')),
    stopped('m2', 'client_interrupt'),
  )
  expect(retryableText(cut)).toBe('And now?')
  expect(appendAgain(cut, 'And now?').lines).toMatchObject([
    ...anew,
    { text: 'Well' },
    { text: 'And now?', isAgain: true },
  ])
  expect(retryableText(after(() => cut, said('Go on')))).toBeUndefined()
})

test('interim words of a visitor are not a line that lacks a reply', () => {
  const speaking = applyTranscript(EMPTY_CONVERSATION, { text: 'Tell', is_final: false })
  expect(applyDisconnect(speaking).lines).toEqual([])
})

test('a reply that arrives after all, once the connection is there again, is not missing any more', () => {
  const unanswered = applyDisconnect(after(said('Hello')))
  expect(after(() => unanswered, got(final('m1', 'Good evening'))).lines.map(({ flaw }) => flaw)).toEqual([
    undefined,
    undefined,
  ])
  const cut = applyDisconnect(after(said('Hello'), got(chunk('m1', 'Good'))))
  const whole = after(() => cut, got(final('m1', 'Good evening'))).lines.at(-1)
  expect([whole?.text, whole?.flaw]).toEqual(['Good evening', undefined])
  const stoppedReply = after(said('Hello'), got(chunk('m1', 'Good')), stopped('m1', 'client_interrupt'))
  expect(after(() => stoppedReply, got(final('m1', 'Good'))).lines.at(-1)?.flaw).toBe('interrupted')
})

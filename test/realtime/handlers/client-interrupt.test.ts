import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import { propertyRuns } from '../../support/rounds.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import type { EventLog } from '../../support/sessions/event-log.js'

const WORDS = ['One', ' two', ' three ', 'four', ' five', ' six.']

/** Answers every text with the same words, each in a later turn of the event loop. */
const steady: LanguageModel = {
  async *reply() {
    for (const text of WORDS) {
      await new Promise((resolve) => setImmediate(resolve))
      yield { type: 'text', text }
    }
  },
}

const step = fc.oneof(
  fc.constant({ emit: 'text', payload: { text: 'Hi' } }),
  fc.constant({ emit: 'say_line', payload: { text: 'A line.' } }),
  fc.constant({ emit: 'client_interrupt', payload: {} }),
  fc.constant({ emit: 'client_interrupt', payload: { message_id: 'unknown' } }),
)
const paced = fc.tuple(step, fc.nat({ max: 8 }))

test('whatever interrupts what, each reply ends once, and what is stored is what was sent', {
  tags: 'rounds',
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(paced, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { store, sessions, ...server } = await givenServer({ model: steady })
      const { socket, events } = await connectSession(server)
      for (const [{ emit, payload }, pause] of steps) {
        socket.emit(emit, payload)
        for (let turn = 0; turn < pause; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      }
      socket.emit('say_line', { text: 'The last line.' })
      await events.until(() =>
        events.all('bot_response').some(({ is_final, text }) => is_final && text === 'The last line.'),
      )

      const replies = repliesOf(events)
      for (const reply of replies) {
        expect(reply.ends).toHaveLength(1)
        expect(reply.afterEnd).toBe(0)
        expect(reply.indexes).toEqual(reply.indexes.map((_, at) => at))
        if (reply.final !== undefined) expect(reply.final).toBe(reply.sent)
      }
      const [info] = events.all('session_info')
      const page = { conversationId: info?.conversation_id ?? '', limit: 100, skip: 0 }
      const { messages } = await store.conversations.listMessages(page)
      const said = (role: string) => messages.filter((message) => message.role === role)
      expect(said('assistant').map(({ content }) => content)).toEqual(
        replies.map(({ sent }) => sent).filter((sent) => sent !== ''),
      )
      expect(said('user')).toHaveLength(steps.filter(([{ emit }]) => emit === 'text').length)

      socket.disconnect()
      await server.realtime.close()
      expect(sessions.count()).toBe(0)
    }),
    { numRuns: propertyRuns(60) },
  )
})

/** What each reply looked like to the client, in the order in which they began. */
function repliesOf({ heard }: EventLog) {
  const replies = new Map<
    string,
    { sent: string; final?: string; ends: string[]; afterEnd: number; indexes: number[] }
  >()
  for (const [name, payload] of heard) {
    if (name !== 'bot_response' && name !== 'interrupt') continue
    const reply = replies.get(payload.message_id) ?? { sent: '', ends: [], afterEnd: 0, indexes: [] }
    replies.set(payload.message_id, reply)
    reply.afterEnd += reply.ends.length
    if (name === 'interrupt') reply.ends.push('interrupt')
    else {
      reply.indexes.push(payload.chunk_index)
      if (payload.is_final) reply.ends.push('final')
      if (payload.is_final) reply.final = payload.text
      else reply.sent += payload.text
    }
  }
  return [...replies.values()]
}

import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { sendListInChunks } from '../../src/http/chunked-list.js'

/** Notes what it is told; of the library only what lists need. */
function aReply() {
  let written = () => ''
  const reply = {
    serializeInput: (piece: unknown) => JSON.stringify(piece),
    type: () => reply,
    serializer: (make: () => string) => {
      written = make
      return reply
    },
  }
  return { reply: reply as unknown as FastifyReply, written: () => written() }
}

test.each([0, 1, 50, 51, 1000])('a list of %d is written whole and in order', async (length) => {
  const { reply, written } = aReply()
  const numbers = Array.from({ length }, (_, at) => at)
  const shown = await sendListInChunks(reply, numbers, (at) => ({ at }))
  expect(shown).toEqual(numbers.map((at) => ({ at })))
  expect(JSON.parse(written())).toEqual(shown)
})

test('others get their turn while a long list is written', async () => {
  let turns = 0
  let isDone = false
  const take = () => {
    turns += 1
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  await sendListInChunks(aReply().reply, Array.from({ length: 1000 }), () => ({}))
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(19)
})

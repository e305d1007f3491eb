import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { memoriesAndTurnsBefore, messageIdOf } from '../../../../src/domain/memories/search/memory-source.js'

const messageId = fc.integer({ min: 1, max: 12_000 })

test.prop([messageId, messageId])('turns before a message are those of a lower id', (id, from) => {
  const documentId = `turn-${id}`
  expect(messageIdOf(documentId)).toBe(id)
  expect(memoriesAndTurnsBefore(from)(documentId)).toBe(id < from)
})

test('memories may always come up, and turns only before a message that is given', () => {
  expect(memoriesAndTurnsBefore(3)('0b6a7a5e')).toBe(true)
  expect(memoriesAndTurnsBefore(undefined)('0b6a7a5e')).toBe(true)
  expect(memoriesAndTurnsBefore(undefined)('turn-2')).toBe(false)
})

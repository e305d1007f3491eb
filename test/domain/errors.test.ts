import { expect, test } from 'vitest'
import { ERRORS } from '../../src/contract/errors.js'
import { domainError, rewordError } from '../../src/domain/errors.js'

test('an error has the kind and the words of the catalogue', () => {
  expect(domainError('batchFinished')).toMatchObject({ kind: 'conflict', detail: ERRORS.batchFinished.words })
})

test('words that name something take it, and options follow it', () => {
  const cause = new Error('inside')
  const error = domainError('tooManyShares', 5, { cause, retryAfterSeconds: 60 })
  expect(error).toMatchObject({ kind: 'quota', detail: ERRORS.tooManyShares.words(5), retryAfterSeconds: 60 })
  expect(error.cause).toBe(cause)
})

test('options of an error with fixed words are kept', () => {
  const cause = new Error('inside')
  expect(domainError('visionFailed', { cause }).cause).toBe(cause)
})

test('a detail that is no text is kept as it is', () => {
  expect(domainError('anotherBatchRunning', 'b1').detail).toEqual({
    message: 'A batch is already running',
    runningBatchId: 'b1',
  })
})

test('another wording of an error keeps all but the words', () => {
  const cause = new Error('inside')
  const given = { cause, retryAfterSeconds: 9, operatorDetail: 'HTTP 500' }
  const error = rewordError(domainError('providerFailed', 'One', given), 'Other')
  expect(error).toMatchObject({ kind: 'upstream', detail: 'Other', retryAfterSeconds: 9 })
  expect([error.cause, error.operatorDetail]).toEqual([cause, 'HTTP 500'])
})

import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { failureEvent } from '../../../src/domain/sessions/failure.js'

const operatorDetail = 'local (http://10.0.0.7/v1, HTTP 401): Incorrect API key'
const failure = new DomainError('upstream', 'The language model failed', { operatorDetail })

test('who holds a key hears which provider failed; a guest hears only that one did', () => {
  const error = 'model_failed'
  expect(failureEvent(failure, { isGuest: false })).toEqual({
    error,
    message: `The language model failed: ${operatorDetail}`,
  })
  expect(failureEvent(failure, { isGuest: true })).toEqual({ error, message: 'The language model failed' })
})

test('what a provider says is no field of the error, so it is not logged with it', () => {
  expect(JSON.stringify({ ...failure })).not.toContain('10.0.0.7')
})

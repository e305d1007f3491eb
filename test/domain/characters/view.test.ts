import { expect, test } from 'vitest'
import { viewCharacter } from '../../../src/domain/characters/view.js'
import { characterRecord } from '../../support/http-records.js'

test.each([
  ['stopped', false],
  ['starting', false],
  ['running', true],
] as const)('a %s character: is_active %s, and nothing of its owner shows', (launch_status, is_active) => {
  const { account_id, org_id, text_only_chosen, ...shown } = characterRecord()
  expect(viewCharacter(characterRecord(), launch_status)).toEqual({ ...shown, is_active, launch_status })
})

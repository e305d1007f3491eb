import { expect, test } from 'vitest'
import { viewCharacter } from '../../../src/domain/characters/view.js'
import { characterRecord } from '../../support/http/http-records.js'

const address = 'http://10.0.0.7:4750'

test.each([
  ['stopped', false],
  ['starting', false],
  ['running', true],
] as const)('a %s character: is_active %s, and nothing of its owner shows', (launchStatus, is_active) => {
  const { account_id, org_id, text_only_chosen, voice_description, ...record } = characterRecord()
  const { avatar_file, source_image_file, model_file, ...rest } = record
  const { model_preview_file, model_thumbnail_file, model_job, ...shown } = rest
  expect(viewCharacter(characterRecord(), { launchStatus, address, finalState: 'ready' })).toEqual({
    ...shown,
    is_active,
    launch_status: launchStatus,
  })
})

test('uploaded files show as addresses at the host that the reader knows, others as they were given', () => {
  const avatar_file = { sha256: 'ab', name: 'avatar.png' }
  const model_file = { sha256: 'cd', name: 'model.glb' }
  const shown = (record: Parameters<typeof characterRecord>[0]) =>
    viewCharacter(characterRecord(record), { launchStatus: 'stopped', address, finalState: 'ready' })
  expect(shown({ avatar_file, model_file, model_url: null })).toMatchObject({
    avatar: 'http://10.0.0.7:4750/files/ab/avatar.png',
    model_url: 'http://10.0.0.7:4750/files/cd/model.glb',
  })
  const model_preview_file = { sha256: 'ef', name: 'preview.glb' }
  expect(shown({ model_preview_file }).model_preview_url).toBe('http://10.0.0.7:4750/files/ef/preview.glb')
  expect(shown({ avatar: 'https://example.org/a.png' }).avatar).toBe('https://example.org/a.png')
})

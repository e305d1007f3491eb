import { expect, test } from 'vitest'
import { createVisionRouter } from '../../../src/adapters/vision/vision-router.js'
import type { Vision } from '../../../src/domain/vision/ports.js'

const IMAGINED = { tagline: '', appearance: '', voice: '', persona: '' }
const picture = new Uint8Array()
const wishes = { appearance: null, voice: null, persona: null }

/** It says its name, and which model it was asked for. */
const visionNamed = (name: string): Vision => ({
  describe: async (_, { model = 'its own' } = {}) => `${name}: ${model}`,
  suggestCharacter: async (_, __, { model = 'its own' } = {}) => ({ ...IMAGINED, name: `${name}: ${model}` }),
})

function given(defaultName: string) {
  const logged: object[] = []
  const log = (message: string, fields: object = {}) => void logged.push({ message, ...fields })
  const providers = new Map(['stub', 'studio', 'other'].map((name) => [name, visionNamed(name)] as const))
  const logs = { debug: log, info: log, warn: log, error: log }
  return { logged, vision: createVisionRouter({ providers, defaultName, log: logs }) }
}

test.each([
  [undefined, 'studio: its own'],
  ['default', 'studio: its own'],
  ['other', 'other: its own'],
  ['stub', 'stub: its own'],
  ['sharp-eye-2', 'studio: sharp-eye-2'],
])('of the vision models “%s” means %s', async (model, meant) => {
  const { vision, logged } = given('studio')
  expect(await vision.describe(picture, { model })).toBe(meant)
  expect(await vision.suggestCharacter(picture, wishes, { model })).toMatchObject({ name: meant })
  expect(logged).toEqual([])
})

test('the stub has no models: another name is reported once, and the stub sees', async () => {
  const { vision, logged } = given('stub')
  for (const model of ['sharp-eye-2', 'sharp-eye-2', 'x'])
    expect(await vision.describe(picture, { model })).toBe('stub: its own')
  expect(logged).toMatchObject([{ model: 'sharp-eye-2' }, { model: 'x' }])
})

test('a default that is not there is a mistake of the program', () => {
  expect(() => given('nobody')).toThrow('There is no vision provider nobody')
})

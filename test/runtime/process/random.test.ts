import { expect, test } from 'vitest'
import { createRandomSources, createSecrets, uuidFromName } from '../../../src/runtime/process/random.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const draw = (seed: string | undefined, start: number) => {
  const { ids, random } = createRandomSources({ seed, start })
  return { ids: Array.from({ length: 50 }, ids.uuid), chance: Array.from({ length: 50 }, random.next) }
}

test('the same seed and start give the same ids and the same chance', () => {
  expect(draw('7', 1)).toEqual(draw('7', 1))
})

test('another seed, another start, or no seed gives other ids', () => {
  const drawn = [draw('7', 1), draw('8', 1), draw('7', 2), draw(undefined, 1)].flatMap(({ ids }) => ids)
  expect(new Set(drawn).size).toBe(200)
  expect(drawn.every((id) => UUID.test(id))).toBe(true)
})

test('chance stays at least 0 and below 1', () => {
  const { chance } = draw('7', 1)
  expect(chance.every((value) => value >= 0 && value < 1)).toBe(true)
})

test('going back to a mark draws the same again', () => {
  const chance = createRandomSources({ seed: '7', start: 1 })
  chance.ids.uuid()
  const goBack = chance.checkpoint()
  const first = [chance.ids.uuid(), chance.random.next()]
  goBack()
  expect([chance.ids.uuid(), chance.random.next()]).toEqual(first)
})

test('a named id is a UUID that follows from its name', () => {
  expect(uuidFromName('demo')).toMatch(UUID)
  expect(uuidFromName('demo')).toBe(uuidFromName('demo'))
  expect(uuidFromName('demo')).not.toBe(uuidFromName('other'))
})

test('secrets never repeat and are compared by their whole hash', () => {
  const secrets = createSecrets()
  const token = secrets.token(32)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(secrets.token(32)).not.toBe(token)
  const hash = secrets.hash(token)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(secrets.timingSafeEqual(hash, secrets.hash(token))).toBe(true)
  expect(secrets.timingSafeEqual(hash, secrets.hash(`${token}x`))).toBe(false)
  expect(secrets.timingSafeEqual(hash, 'short')).toBe(false)
})

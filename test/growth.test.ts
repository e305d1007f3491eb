import { expect, test } from 'vitest'
import { GREATEST_GROWTH, growthOf, ratioOf } from './support/growth.js'
import { eventDrivers, headerDrivers, requestDrivers } from './support/growth-fields.js'
import { functionDrivers } from './support/growth-functions.js'
import { startHttp } from './support/http.js'

const quadratic = { name: 'planted', characters: 10_000, run: (text: string) => /=+$/.test(`${text} `) }

test('work that grows with the square of the text is seen', async () => {
  expect(ratioOf(await growthOf(quadratic))).toBeGreaterThan(GREATEST_GROWTH)
})

const functions = await functionDrivers()

test.each(functions)(
  '$name: twice the text takes no more than two and a half times as long',
  async (driver) => {
    const growth = await growthOf(driver)
    expect(ratioOf(growth), JSON.stringify(growth)).toBeLessThanOrEqual(GREATEST_GROWTH)
  },
)

test('no field of an event, twice as long, takes more than two and a half times as long', async () => {
  for (const driver of eventDrivers()) {
    const growth = await growthOf(driver)
    expect(ratioOf(growth), JSON.stringify(growth)).toBeLessThanOrEqual(GREATEST_GROWTH)
  }
})

test('no field of a request, twice as long, takes more than two and a half times as long', async () => {
  const { app, key, call } = await startHttp()
  const { body } = await call('POST', '/api/v1/characters', { body: { persona: { name: 'Mira' } } })
  const send = (request: object) => app.inject(request)
  const headers = { 'x-api-key': key }
  const drivers = [
    ...requestDrivers(send, headers, (body as { id: string }).id),
    ...headerDrivers(send, headers),
  ]
  expect(drivers.length).toBeGreaterThan(100)
  for (const driver of drivers) {
    const growth = await growthOf(driver)
    expect(ratioOf(growth), JSON.stringify(growth)).toBeLessThanOrEqual(GREATEST_GROWTH)
  }
})

import { expect, test } from 'vitest'
import { startHttp } from './support/http/http.js'
import {
  attacksOfRound,
  GREATEST_GROWTH,
  growthRatio,
  measureGrowth,
  type TextDriver,
} from './support/measure/time-complexity.js'
import {
  currentOperations,
  eventDrivers,
  headerDrivers,
  requestDrivers,
} from './support/measure/time-complexity-fields.js'
import { functionDrivers } from './support/measure/time-complexity-functions.js'
import { isFull } from './support/rounds.js'

const quadratic = { name: 'planted', characters: 20_000, run: (text: string) => /=+$/.test(`${text} `) }

test('work that grows with the square of the text is seen', async () => {
  expect(growthRatio(await measureGrowth(quadratic))).toBeGreaterThan(GREATEST_GROWTH)
})

const functions = await functionDrivers()

test.each(functions)(
  '$name: twice the text takes no more than two and a half times as long',
  async (driver) => {
    const growth = await measureGrowth(driver)
    expect(growthRatio(growth), JSON.stringify(growth)).toBeLessThanOrEqual(GREATEST_GROWTH)
  },
)

/** With full rounds each field meets all attacks. */
let turn = 0

async function expectLinear(driver: TextDriver): Promise<void> {
  const growth = await measureGrowth(driver, isFull ? undefined : attacksOfRound(turn++))
  expect(growthRatio(growth), JSON.stringify(growth)).toBeLessThanOrEqual(GREATEST_GROWTH)
}

test('no field of an event, twice as long, takes more than two and a half times as long', {
  tags: 'rounds',
}, async () => {
  for (const driver of eventDrivers()) await expectLinear(driver)
})

async function startServer() {
  const { app, key, call } = await startHttp()
  const { body } = await call('POST', '/api/v1/characters', { body: { persona: { name: 'Mira' } } })
  const send = (request: object) => app.inject(request)
  return { send, headers: { 'x-api-key': key }, id: (body as { id: string }).id }
}

const readings = currentOperations.filter(({ method }) => method === 'GET')
const writings = currentOperations.filter(({ method }) => method !== 'GET')

test('no field of what is read, twice as long, takes more than two and a half times as long', {
  tags: 'rounds',
}, async () => {
  const server = await startServer()
  for (const operation of readings)
    for (const driver of requestDrivers(operation, server)) await expectLinear(driver)
})

/** A server of its own for each: what some of them create would fill the memory. */
test.each(writings)(
  '$method $url: no field, twice as long, takes more than two and a half times as long',
  { tags: 'rounds' },
  async (operation) => {
    for (const driver of requestDrivers(operation, await startServer())) await expectLinear(driver)
  },
)

test('no header, twice as long, takes more than two and a half times as long', {
  tags: 'rounds',
}, async () => {
  const { send, headers } = await startServer()
  for (const driver of headerDrivers(send, headers)) await expectLinear(driver)
})

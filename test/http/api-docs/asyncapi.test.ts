import { expect, test } from 'vitest'
import { clientEvents, serverEvents } from '../../../src/contract/events.js'
import { expectGolden } from '../../support/golden.js'
import { resolvePointer, valuesOf } from '../../support/http/json-pointer.js'
import { openControlWorld } from '../../support/servers/control-world.js'

async function openDocument() {
  const { app } = await openControlWorld()
  return (await app.inject('/asyncapi.json')).json()
}

const SIDES = [
  ['client', 'receive', Object.keys(clientEvents)],
  ['server', 'send', Object.keys(serverEvents)],
] as const

const EVENTS = SIDES.flatMap(([sender, action, names]) =>
  names.map((name) => [sender, action, name] as const),
)

test('the document is the golden copy', async () => {
  await expectGolden('asyncapi.json', `${JSON.stringify(await openDocument(), null, 2)}\n`)
})

test('it is AsyncAPI 3, with the namespace as its one channel', async () => {
  const document = await openDocument()
  expect(document).toMatchObject({ asyncapi: '3.0.0', defaultContentType: 'application/json' })
  expect(Object.keys(document.channels)).toEqual(['sdk'])
  expect(document.channels.sdk.address).toBe('/sdk')
})

test.each(EVENTS)('what a %s sends is an operation to %s %s', async (sender, action, name) => {
  const document = await openDocument()
  const message = `${sender}_${name}`
  expect(document.operations[`${action}_${name}`]).toEqual({
    action,
    channel: { $ref: '#/channels/sdk' },
    messages: [{ $ref: `#/channels/sdk/messages/${message}` }],
  })
  expect(document.channels.sdk.messages[message]).toEqual({ $ref: `#/components/messages/${message}` })
  expect(document.components.messages[message]).toMatchObject({ name, payload: expect.any(Object) })
})

test('there are no operations but those of the events', async () => {
  const document = await openDocument()
  expect(Object.keys(document.operations)).toHaveLength(EVENTS.length)
  expect(Object.keys(document.components.messages)).toHaveLength(EVENTS.length)
})

test('every reference leads somewhere, and nothing moves their base', async () => {
  const document = await openDocument()
  for (const reference of valuesOf(document, '$ref').map(String)) {
    expect(resolvePointer(document, reference), reference).toBeTypeOf('object')
  }
  expect(valuesOf(document, '$id')).toEqual([])
})

test('a payload is the schema that checks it', async () => {
  const { components } = await openDocument()
  expect(components.messages.server_interrupt.payload).toEqual(serverEvents.interrupt)
  expect(components.messages.client_authenticate.payload).toEqual({
    $ref: '#/components/schemas/Authenticate',
  })
  expect(components.schemas.Authenticate.properties).toEqual(clientEvents.authenticate.properties)
})

import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { clientEvents } from '../../../src/contract/events.js'

test('every client event has its handler in a file of its name, and the folder holds nothing else', async () => {
  const files = await readdir(new URL('../../../src/realtime/handlers/', import.meta.url))
  const expected = Object.keys(clientEvents).map((name) => `${name.replaceAll('_', '-')}.ts`)
  expect(files.sort()).toEqual(expected.sort())
})

import { expect, test } from 'vitest'
import { createStubModel } from '../../../../src/adapters/model/stub/stub-model.js'
import { updateRecord } from '../../../../src/domain/unit-of-work.js'
import { givenEncounters } from '../../../support/sessions/encounters.js'

const noTimers = { sleep: () => Promise.reject(new Error('instant needs no timer')), elapsed: () => 0 }

async function linesOf(given: Parameters<Awaited<ReturnType<typeof givenEncounters>>['begin']>[0]) {
  const { live, store, watch, begin } = await givenEncounters({ say: (request) => said(request) })
  const stub = createStubModel({ timers: noTimers, pace: 'instant' })
  const said = async (request: Parameters<typeof stub.reply>[0]) => {
    let text = ''
    for await (const part of stub.reply(request, new AbortController().signal))
      if (part.type === 'text') text += part.text
    return text
  }
  const dress = (id: string, tagline: string, background: string) =>
    updateRecord(store, { kind: 'characters', id }, (character) => ({
      ...character,
      tagline,
      background,
      personality: null,
    }))
  await dress('mira', 'keeper of the light', 'I love old maps. The lamp must burn in every storm.')
  await dress('bram', 'a fisherman', 'My boat is called Petrel. I go out before dawn.')
  await begin(given)
  const lines = await (await watch()).ended()
  await live.stop()
  return lines.slice(0, -1)
}

test('the stub greets, speaks of the scene from its persona, asks back, and takes its leave', async () => {
  expect(await linesOf({ maxTurns: 4, prompt: 'A storm is coming' })).toEqual([
    'a: Hello, Bram, I am Mira, keeper of the light. The lamp must burn in every storm.',
    'b: Hello, Mira, I am Bram, a fisherman. My boat is called Petrel.',
    'a: I love old maps. Goodbye, Bram, it was good to talk.',
    'b: I go out before dawn. Goodbye, Mira, it was good to talk.',
  ])
})

test('the longest encounter of stubs repeats no line, and is the same each time', async () => {
  const lines = await linesOf({ maxTurns: 20 })
  expect(lines).toHaveLength(20)
  expect(new Set(lines).size).toBe(20)
  expect(await linesOf({ maxTurns: 20 })).toEqual(lines)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ModelAnswer, refuseWith, startModelServer } from '../support/model-server.js'
import { answerWithVectors } from '../support/openai-embeddings.js'
import { rest, startTestServer, temporaryFolder } from '../support/server.js'

const CHARACTER = '6f1f6a0e-7e55-4d3c-9d5f-0d5cf0a2a111'
const MEMORIES = `/api/v1/characters/${CHARACTER}/players/ada/memories`
const WORLD = `
characters:
  - key: mira
    id: ${CHARACTER}
    memories:
      - player_id: ada
        memories:
          - { content: Has a one-eyed cat, memoryType: fact }
          - { content: Plays the violin, memoryType: preference }
`

/** A server whose embeddings are those of a provider that answers so. */
async function start(...answers: readonly ModelAnswer[]) {
  const provider = await startModelServer(answers)
  onTestFinished(provider.close)
  const folder = await temporaryFolder()
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const server = await startTestServer({
    worldFiles: [await file('world.yaml', WORLD)],
    configFile: await file(
      'parley.yaml',
      `embeddings: { kind: openai-compatible, baseUrl: "${provider.url}/v1", model: m, dimensions: 3 }`,
    ),
  })
  const search = async (query: string) => {
    const { status, body } = await rest(server, 'POST', `${MEMORIES}/search`, { query })
    expect(status).toBe(200)
    return (body as { results: { content: string }[] }).results.map(({ content }) => content)
  }
  return { search, asked: provider.asked }
}

/** Vectors by the meaning of the text, whichever order the texts come in. */
const byMeaning: ModelAnswer = (line, question) => {
  const texts = [question.body['input']].flat().map(String)
  const vectors = texts.map((text) => (/cat|pet/.test(text) ? [1, 0, 0] : [0, 1, 0]))
  return answerWithVectors(...vectors)(line, question)
}

test('a provider of embeddings finds memories that share no word with the question', async () => {
  const { search } = await start(byMeaning)
  expect(await search('Which pet?')).toEqual(['Has a one-eyed cat'])
})

test.each<[string, ModelAnswer]>([
  ['refuses', refuseWith(401, { error: { message: 'no such key' } })],
  ['answers with vectors of another size', answerWithVectors([1, 0], [0, 1])],
  ['answers with something else', refuseWith(200, 'hello')],
])('memories are searched by words alone while the provider of embeddings %s', async (_, answer) => {
  const { search, asked } = await start(answer)
  expect(await search('a cat with one eye')).toEqual(['Has a one-eyed cat'])
  expect(await search('Which pet?')).toEqual([])
  expect(asked.length).toBeGreaterThan(0)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ModelAnswer, refuseWith, startModelServer } from '../support/providers/model-server.js'
import { answerWithVectors } from '../support/providers/openai-embeddings.js'
import { rest, startTestServer, temporaryFolder } from '../support/servers/test-server.js'

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
  return startIn(await temporaryFolder(), answers)
}

/** The world is laid into an empty folder only. */
async function startIn(
  dataDir: string,
  answers: readonly ModelAnswer[],
  { model = 'm', dimensions = 3 } = {},
) {
  const provider = await startModelServer(answers)
  onTestFinished(provider.close)
  const folder = await temporaryFolder()
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const server = await startTestServer({
    dataDir,
    worldFiles: [await file('world.yaml', WORLD)],
    configFile: await file(
      'parley.yaml',
      `embeddings: { kind: openai-compatible, baseUrl: "${provider.url}/v1", model: ${model}, dimensions: ${dimensions} }`,
    ),
  })
  const search = async (query: string) => {
    const { status, body } = await rest(server, 'POST', `${MEMORIES}/search`, { query })
    expect(status).toBe(200)
    return (body as { results: { content: string }[] }).results.map(({ content }) => content)
  }
  const texts = () => provider.asked.flatMap(({ body }) => [body['input']].flat().map(String))
  return { search, asked: provider.asked, texts, stop: () => server.stop() }
}

/** Vectors by the meaning of the text, whichever order the texts come in. */
const byMeaning: ModelAnswer = (line, question) => {
  const texts = [question.body['input']].flat().map(String)
  const vectors = texts.map((text) => (/cat|pet/.test(text) ? [1, 0, 0] : [0, 1, 0]))
  return answerWithVectors(...vectors)(line, question)
}

/** Searches again and again until something is found: vectors come in the background. */
async function soonFound(search: (query: string) => Promise<string[]>, query: string): Promise<string[]> {
  for (;;) {
    const found = await search(query)
    if (found.length > 0) return found
  }
}

const failing = refuseWith(503, { error: { message: 'out of order' } })

test('memories that were indexed while the provider of embeddings failed get their vectors once it works', async () => {
  const { search } = await start(failing, failing, byMeaning)
  expect(await search('Which pet?')).toEqual([])
  expect(await soonFound(search, 'Which pet?')).toEqual(['Has a one-eyed cat'])
})

test('vectors outlive a restart, and are made anew for another model or another length', async () => {
  const folder = await temporaryFolder()
  const first = await startIn(folder, [byMeaning])
  expect(await first.search('Which pet?')).toEqual(['Has a one-eyed cat'])
  await first.stop()

  const second = await startIn(folder, [byMeaning])
  expect(await second.search('Which pet?')).toEqual(['Has a one-eyed cat'])
  expect(second.texts()).toEqual(['Which pet?'])
  await second.stop()

  const other = await startIn(folder, [byMeaning], { model: 'n' })
  expect(await other.search('Which pet?')).toEqual(['Has a one-eyed cat'])
  expect(other.texts()).toContain('Has a one-eyed cat')
  await other.stop()

  const longer = await startIn(folder, [answerWithVectors([1, 0, 0, 0], [0, 1, 0, 0])], {
    model: 'n',
    dimensions: 4,
  })
  await longer.search('cat')
  expect(longer.texts()).toContain('Has a one-eyed cat')
})

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

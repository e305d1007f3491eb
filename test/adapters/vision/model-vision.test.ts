import { expect, onTestFinished, test } from 'vitest'
import { createModelChoice } from '../../../src/adapters/model/model-choice.js'
import type { ModelProvider } from '../../../src/adapters/model/provider.js'
import { loaderFor } from '../../../src/adapters/model/sdk-loaders.js'
import { createStructuredModel } from '../../../src/adapters/model/structured-model.js'
import { createTransport } from '../../../src/adapters/model/transport.js'
import { createModelVision } from '../../../src/adapters/vision/model-vision.js'
import { metadataOf } from '../../support/images/images.js'
import { largeJpeg, pictureOf } from '../../support/images/pictures.js'
import { anthropic } from '../../support/providers/anthropic-server.js'
import { google } from '../../support/providers/google-server.js'
import {
  answerWith,
  type ModelAnswer,
  refuseWith,
  stallAfter,
  startModelServer,
} from '../../support/providers/model-server.js'
import { ollama } from '../../support/providers/ollama-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import { createLimits, localProvider, SECRET } from '../../support/sessions/given-model.js'

type Given = {
  readonly provider?: Partial<ModelProvider>
  readonly path?: string
  readonly answers: readonly ModelAnswer[]
}

async function given({ provider, path = '/v1', answers }: Given) {
  const server = await startModelServer(answers)
  const timers = createLimits()
  const transport = createTransport()
  onTestFinished(server.close)
  onTestFinished(transport.close)
  const complete = { ...localProvider, ...provider, baseUrl: `${server.url}${path}` }
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const load = loaderFor({ transport }, complete)
  const choice = createModelChoice({ transport, timers }, complete, 'vision')
  const vision = createModelVision(createStructuredModel({ timers, log, load, choice }, complete))
  return { server, timers, vision }
}

const SEEN = ['{"description":', ' "A black dog. "}']
const ANNA = {
  name: 'Anna Blau',
  tagline: 'keeper of maps',
  appearance: 'Tall.',
  voice: 'Low.',
  persona: 'Kind.',
}
const NO_WISHES = { appearance: null, voice: null, persona: null }
const openAiSays = (...words: string[]) => answerWith(...openAi.say(...words), ...openAi.stop())

/** Every picture in a question, wherever the provider's form has it. */
const picturesIn = (body: unknown): Buffer[] =>
  [
    ...JSON.stringify(body).matchAll(
      /(?:data:image\/jpeg;base64,|"data":"|"images":\[")(\/9j\/[A-Za-z0-9+/=]+)/g,
    ),
  ].map(([, text = '']) => Buffer.from(text, 'base64'))

test.each([
  ['openai-compatible', '/v1', openAiSays(...SEEN)],
  [
    'anthropic',
    '/v1',
    answerWith(...anthropic.start(), ...anthropic.call(0, 'json', ...SEEN), ...anthropic.stop('tool_use')),
  ],
  ['google', '/v1beta', answerWith(...google.say(...SEEN), ...google.stop())],
  ['ollama', '', answerWith(...ollama.say(...SEEN), ...ollama.stop())],
] as const)(
  'a model of the kind %s is shown the picture and says what it sees',
  async (kind, path, answer) => {
    const { server, vision } = await given({ provider: { kind }, path, answers: [answer] })
    const seen = await vision.describe(await pictureOf('face'), { question: 'Who is that?' })
    expect(seen).toBe('A black dog.')
    const asked = server.asked[0]?.body
    const [picture = Buffer.alloc(0), ...others] = picturesIn(asked)
    expect(others).toEqual([])
    expect(await metadataOf(picture)).toMatchObject({ format: 'jpeg', width: 320, height: 320 })
    expect(JSON.stringify(asked)).toContain('The player says: Who is that?')
  },
)

test('a large picture is shown smaller', async () => {
  const { server, vision } = await given({ answers: [openAiSays(...SEEN)] })
  await vision.describe(await largeJpeg())
  const [picture = Buffer.alloc(0)] = picturesIn(server.asked[0]?.body)
  expect(await metadataOf(picture)).toMatchObject({ width: 1536 })
})

test('a character is designed by the usual instructions, and by the caller’s where there are some', async () => {
  const { server, vision } = await given({ answers: [openAiSays(JSON.stringify(ANNA))] })
  const picture = await pictureOf('house')
  expect(await vision.suggestCharacter(picture, NO_WISHES)).toEqual(ANNA)
  await vision.suggestCharacter(picture, { ...NO_WISHES, voice: 'Like a pirate, please.' })
  const [usual = '', wished = ''] = server.asked.map(({ body }) => JSON.stringify(body))
  expect(usual).toContain('Describe how the voice of this character sounds')
  expect(usual).toContain('Describe how the character looks')
  expect(usual).toContain('Describe who this character is')
  expect(wished).toContain('Like a pirate, please.')
  expect(wished).not.toContain('Describe how the voice of this character sounds')
  expect(wished).toContain('Describe how the character looks')
  expect(server.asked[0]?.body).toMatchObject({
    model: 'm',
    response_format: { type: 'json_schema', json_schema: { name: 'character' } },
  })
})

test('another model is asked for when a character names one', async () => {
  const { server, vision } = await given({ answers: [openAiSays(...SEEN)] })
  await vision.describe(await pictureOf('face'), { model: 'sharper' })
  expect(server.asked[0]?.body['model']).toBe('sharper')
})

test.each<[string, ModelAnswer, string]>([
  ['no JSON', openAiSays('Sorry.'), 'sent an answer that cannot be understood'],
  ['other JSON', openAiSays('{"seen": "a dog"}'), 'sent an answer that cannot be understood'],
  ['an empty description', openAiSays('{"description": ""}'), 'sent an answer that cannot be understood'],
  ['a refused key', refuseWith(401, { error: { message: SECRET } }), 'does not accept the API key'],
  [
    'too many requests',
    refuseWith(429, {}, { 'retry-after': '90' }),
    'has had too many requests; try again in 90 seconds',
  ],
  ['half an answer', answerWith(...openAi.say('{"description":')), 'broke off its answer'],
])('%s is a failure of the vision model, and tells no secret', async (_, answer, reason) => {
  const { vision } = await given({ answers: [answer] })
  const attempt = vision.describe(await pictureOf('face'))
  await expect(attempt).rejects.toMatchObject({ kind: 'upstream', detail: `The vision model ${reason}` })
  await expect(attempt).rejects.not.toThrow(SECRET)
})

test('a model that stalls is given up, and one that is not wanted any more is left at once', async () => {
  const { vision, timers, server } = await given({ answers: [stallAfter()] })
  const picture = await pictureOf('face')
  const late = vision.describe(picture)
  while (server.asked.length === 0) await new Promise(setImmediate)
  timers.pass(30)
  await expect(late).rejects.toMatchObject({ detail: 'The vision model did not answer in time' })

  const stop = new AbortController()
  const left = vision.describe(picture, { signal: stop.signal })
  while (server.asked.length < 2) await new Promise(setImmediate)
  stop.abort(new Error('the session is over'))
  await expect(left).rejects.toThrow('the session is over')
  await server.lines[1]?.closed
})

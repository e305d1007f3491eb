import { expect, test } from 'vitest'
import { createOpenAiVoice } from '../../src/adapters/speech/openai-voice.js'
import { DomainError } from '../../src/domain/errors.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import {
  type Misbehaviour,
  misbehaviours,
  outcomeOf,
  startMisbehavingOrigins,
} from '../support/providers/misbehaving-origin.js'
import { openAi } from '../support/providers/openai-server.js'
import { givenModel, requestOf } from '../support/sessions/given-model.js'
import { aVoice } from '../support/speech/voice-battery.js'

/** Everything that a provider gives, taken as slowly as this says; undefined: it failed as providers may. */
async function takeAll<T>(
  parts: AsyncIterable<T>,
  { heldAfter }: Misbehaviour,
  spent: () => Promise<void>,
): Promise<T[] | undefined> {
  const taken: T[] = []
  try {
    for await (const part of parts) {
      taken.push(part)
      if (taken.length === 1 + (heldAfter ?? Number.NaN)) await spent()
    }
    return taken
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toMatchObject({ kind: 'upstream' })
    return undefined
  }
}

test('however a provider of language models ends its connection, a reply is whole or a failure', async () => {
  const providers = misbehaviours('rude providers', 60)
  const wordsOf = ({ padding }: Misbehaviour) =>
    Array.from({ length: 10 + padding / 200 }, (_, at) => ` word${at}`)
  const { port, spent } = await startMisbehavingOrigins(providers, (rudeness) =>
    Buffer.from([...openAi.say(...wordsOf(rudeness)), ...openAi.stop()].join('')),
  )
  for (const [at, rudeness] of providers.entries()) {
    const { models } = await givenModel({ provider: { baseUrl: `http://127.0.0.1:${port}/${at}` } })
    const reply = models.reply(requestOf(), new AbortController().signal)
    const parts = await takeAll(reply, rudeness, () => spent(at))
    const text = parts?.map((part) => (part.type === 'text' ? part.text : '')).join('')
    const outcome = outcomeOf(rudeness)
    const what = `provider ${at}: ${JSON.stringify(rudeness)}`
    if (text !== undefined) expect(text.trim(), what).toBe(wordsOf(rudeness).join('').trim())
    if (outcome === 'whole') expect(text, what).toBeDefined()
  }
})

test('however a provider of voices ends its connection, speech is whole or a failure', async () => {
  const providers = misbehaviours('rude voices', 60)
  const pcmOf = ({ padding }: Misbehaviour) => Buffer.alloc(4800 + padding, 1)
  const { port, spent } = await startMisbehavingOrigins(providers, pcmOf)
  for (const [at, rudeness] of providers.entries()) {
    const voice = createOpenAiVoice(
      { timers: createTimers() },
      {
        baseUrl: `http://127.0.0.1:${port}/${at}`,
        model: 'tts-1',
        voice: 'alloy',
        apiKey: undefined,
        headers: {},
        format: 'pcm',
        pcmRate: 24_000,
        patience: { firstTokenSeconds: 60, idleSeconds: 60, totalSeconds: 60 },
      },
    )
    const speech = voice.speak(
      { text: 'Hello', voice: aVoice, sampleRate: 24_000 },
      new AbortController().signal,
    )
    const chunks = await takeAll(speech, rudeness, () => spent(at))
    const samples = chunks?.reduce((sum, chunk) => sum + chunk.samples.length, 0)
    const outcome = outcomeOf(rudeness)
    const what = `voice ${at}: ${JSON.stringify(rudeness)}`
    if (outcome === 'whole') expect(samples, what).toBe(pcmOf(rudeness).length / 2)
    if (outcome === 'failed') expect(samples, what).toBeUndefined()
  }
})

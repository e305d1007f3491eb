import { describe, expect, test } from 'vitest'
import type { ProviderKind } from '../../../src/adapters/model/provider.js'
import type { ModelReport } from '../../../src/domain/turns/ports.js'
import { anthropic } from '../../support/providers/anthropic-server.js'
import { google } from '../../support/providers/google-server.js'
import { answerWith, type ModelAnswer, refuseWith, stallAfter } from '../../support/providers/model-server.js'
import { ollama } from '../../support/providers/ollama-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import {
  collectReply,
  givenModel,
  PLAYER_TEXT,
  requestOf,
  SECRET,
  text,
} from '../../support/sessions/given-model.js'

type WireFormat = {
  readonly kind: ProviderKind
  readonly path: string
  readonly asked: string
  readonly hello: ModelAnswer
  /** Says `Hel` and nothing more. */
  readonly begun: readonly string[]
  readonly failInTheMiddle: readonly string[]
  readonly notJson: string
  readonly tooMany: { readonly body: object; readonly headers?: Record<string, string> }
  readonly filtered: ModelAnswer
  readonly filteredInTheMiddle: ModelAnswer
  readonly tooLong: { readonly status: number; readonly body: object }
  /** What the format says of the length: what fits, and what was sent. */
  readonly limit: readonly [number | undefined, number | undefined]
}

const openAiFormat: Omit<WireFormat, 'kind'> = {
  path: '/v1',
  asked: '/v1/chat/completions',
  hello: answerWith(...openAi.say('Hello.'), ...openAi.stop()),
  begun: openAi.say('Hel'),
  failInTheMiddle: openAi.fail('The server had an error', { type: 'server_error' }),
  notJson: 'data: {"choices": [oops\n\n',
  tooMany: {
    body: {
      error: {
        message: 'Rate limit reached for m on tokens per min (TPM): Limit 10000. Please try again in 2s.',
        ...{ type: 'tokens', param: null, code: 'rate_limit_exceeded' },
      },
    },
  },
  filtered: answerWith(...openAi.stop('content_filter')),
  filteredInTheMiddle: answerWith(...openAi.say('Hel'), ...openAi.stop('content_filter')),
  tooLong: {
    status: 400,
    body: {
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. " +
          'Please reduce the length of the messages.',
        ...{ type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
      },
    },
  },
  limit: [8192, 8227],
}

const formats: readonly WireFormat[] = [
  { kind: 'openai', ...openAiFormat },
  { kind: 'openai-compatible', ...openAiFormat },
  {
    kind: 'anthropic',
    path: '/v1',
    asked: '/v1/messages',
    hello: answerWith(...anthropic.start(), ...anthropic.say(0, 'Hello.'), ...anthropic.stop()),
    begun: [...anthropic.start(), ...anthropic.say(0, 'Hel')],
    failInTheMiddle: anthropic.fail('overloaded_error', 'Overloaded'),
    notJson: 'event: content_block_delta\ndata: {"type": oops\n\n',
    tooMany: {
      body: {
        type: 'error',
        error: { type: 'rate_limit_error', message: 'This request would exceed your rate limit' },
      },
    },
    filtered: answerWith(...anthropic.start(), ...anthropic.stop('refusal')),
    filteredInTheMiddle: answerWith(
      ...anthropic.start(),
      ...anthropic.say(0, 'Hel'),
      ...anthropic.stop('refusal'),
    ),
    tooLong: {
      status: 400,
      body: {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 208310 tokens > 200000 maximum',
        },
        request_id: 'req_1',
      },
    },
    limit: [200_000, 208_310],
  },
  {
    kind: 'google',
    path: '/v1beta',
    asked: '/v1beta/models/m:streamGenerateContent?alt=sse',
    hello: answerWith(...google.say('Hello.'), ...google.stop()),
    begun: google.say('Hel'),
    failInTheMiddle: google.fail(503, 'UNAVAILABLE', 'The model is overloaded'),
    notJson: 'data: {"candidates": [oops\n\n',
    tooMany: {
      headers: {},
      body: {
        error: {
          ...{ code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota' },
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.7s' }],
        },
      },
    },
    filtered: answerWith(
      `data: ${JSON.stringify({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, modelVersion: 'm' })}\n\n`,
    ),
    filteredInTheMiddle: answerWith(...google.say('Hel'), ...google.stop('SAFETY')),
    tooLong: {
      status: 400,
      body: {
        error: {
          ...{ code: 400, status: 'INVALID_ARGUMENT' },
          message: 'The input token count (1091639) exceeds the maximum number of tokens allowed (1048576).',
        },
      },
    },
    limit: [1_048_576, 1_091_639],
  },
  {
    kind: 'ollama',
    path: '',
    asked: '/api/chat',
    hello: answerWith(...ollama.say('Hello.'), ...ollama.stop()),
    begun: ollama.say('Hel'),
    failInTheMiddle: ollama.fail('an error was encountered while running the model'),
    notJson: '{"model":"m", oops\n',
    tooMany: { body: { error: 'server busy, please try again. maximum pending requests exceeded' } },
    // Ollama has no filter of its own; a model of its cloud may end with a reason that is none of the usual.
    filtered: refuseWith(400, { error: { message: 'Filtered', code: 'content_filter' } }),
    filteredInTheMiddle: answerWith(...ollama.say('Hel'), ...ollama.stop('length')),
    tooLong: { status: 400, body: { error: 'the input length exceeds the context length' } },
    limit: [undefined, undefined],
  },
]

describe.each(formats)('in the wire format of $kind', (format) => {
  const { kind, path, asked, hello, begun, tooMany } = format
  const given = async (...answers: ModelAnswer[]) => {
    const made = await givenModel({ provider: { kind }, path, answers })
    const reports: ModelReport[] = []
    const reply = () =>
      made.models.reply(requestOf(), new AbortController().signal, (report) => void reports.push(report))
    return { ...made, reports, reply }
  }
  const busy = (seconds: number) =>
    refuseWith(429, tooMany.body, tooMany.headers ?? { 'retry-after': String(seconds) })

  test('a reply is told with the tokens that the provider counted', async () => {
    const { server, reply, reports } = await given(hello)
    expect(await collectReply(reply())).toEqual({ parts: text('Hello.') })
    expect(server.asked.map((question) => question.path)).toEqual([asked])
    expect(reports).toEqual([{ type: 'finished', reason: 'stop', usage: { input: 9, output: 4 } }])
  })

  test('a stream that stops in the middle is a failure, whatever was said', async () => {
    const { reply, logged } = await given(answerWith(...begun))
    const { parts, error } = await collectReply(reply())
    expect(parts).toEqual(text('Hel'))
    expect(error).toMatchObject({ kind: 'upstream', detail: 'The language model broke off its answer' })
    expect(logged).toMatchObject([{ message: 'A language model failed', reason: 'broken_off' }])
  })

  test('a connection that breaks in the middle is a failure', async () => {
    const { server, reply } = await given(stallAfter(...begun))
    const parts = reply()[Symbol.asyncIterator]()
    await parts.next()
    server.lines[0]?.cut()
    await expect(parts.next()).rejects.toMatchObject({ detail: 'The language model broke off its answer' })
  })

  test('a stream that goes silent in the middle is a failure', async () => {
    const { reply, timers } = await given(stallAfter(...begun))
    const parts = reply()[Symbol.asyncIterator]()
    await parts.next()
    const next = parts.next()
    timers.pass(15)
    await expect(next).rejects.toMatchObject({
      detail: 'The language model stopped in the middle of its answer',
    })
  })

  test('an error in the middle is a failure', async () => {
    const { reply } = await given(answerWith(...begun, ...format.failInTheMiddle))
    const { parts, error } = await collectReply(reply())
    expect(parts).toEqual(text('Hel'))
    expect(error).toMatchObject({ detail: 'The language model broke off its answer' })
  })

  test('what is no JSON in the stream is a failure', async () => {
    const { reply } = await given(answerWith(...begun, format.notJson))
    const { parts, error } = await collectReply(reply())
    expect(parts).toEqual(text('Hel'))
    expect(error).toMatchObject({ detail: 'The language model sent an answer that cannot be understood' })
  })

  test('too many requests are waited for once, as long as the provider says', async () => {
    const { server, reply, timers, reports, logged } = await given(busy(2), hello)
    const replied = collectReply(reply())
    while (!timers.running().includes(2)) await new Promise((resolve) => setImmediate(resolve))
    expect(server.asked).toHaveLength(1)
    timers.pass(2)
    expect(await replied).toEqual({ parts: text('Hello.') })
    expect(server.asked).toHaveLength(2)
    expect(server.asked[1]?.body).toEqual(server.asked[0]?.body)
    expect(reports).toMatchObject([{ type: 'waited', ms: 2000 }, { type: 'finished' }])
    expect(logged).toEqual([])
    expect(timers.running()).toEqual([])
  })

  test('too many requests after the wait are a failure that says so', async () => {
    const { server, reply, timers } = await given(busy(2))
    const replied = collectReply(reply())
    while (!timers.running().includes(2)) await new Promise((resolve) => setImmediate(resolve))
    timers.pass(2)
    const { error } = await replied
    expect(error).toMatchObject({
      kind: 'upstream',
      detail:
        'The language model has had too many requests, also after a wait of 2 seconds; try again in 2 seconds',
    })
    expect(server.asked).toHaveLength(2)
  })

  test('an interrupt ends the wait', async () => {
    const { server, models, timers } = await given(busy(2))
    const stop = new AbortController()
    const replied = collectReply(models.reply(requestOf(), stop.signal))
    while (!timers.running().includes(2)) await new Promise((resolve) => setImmediate(resolve))
    stop.abort('client_interrupt')
    expect((await replied).error).toBe('client_interrupt')
    expect(server.asked).toHaveLength(1)
    expect(timers.running()).toEqual([])
  })

  test('an answer that a filter withholds is a failure', async () => {
    const { reply } = await given(format.filtered)
    const { parts, error } = await collectReply(reply())
    expect(parts).toEqual([])
    expect(error).toMatchObject({ detail: 'The language model withheld its answer' })
  })

  test('an answer that is ended early keeps what was said, and says why it ended', async () => {
    const { reply, reports } = await given(format.filteredInTheMiddle)
    expect(await collectReply(reply())).toEqual({ parts: text('Hel') })
    const reason = kind === 'ollama' ? 'length' : 'content-filter'
    expect(reports).toMatchObject([{ type: 'finished', reason }])
  })

  test('a prompt that is too long is told with what fits, as far as the provider says', async () => {
    const { reply, reports } = await given(refuseWith(format.tooLong.status, format.tooLong.body))
    const { error } = await collectReply(reply())
    expect(error).toMatchObject({
      kind: 'upstream',
      detail: 'The conversation is too long for the language model',
    })
    const [contextTokens, requestTokens] = format.limit
    expect(reports).toEqual([{ type: 'context_too_long', contextTokens, requestTokens }])
  })

  test('what a model holds is remembered for the next turn', async () => {
    const { models, reply } = await given(refuseWith(format.tooLong.status, format.tooLong.body), hello)
    await collectReply(reply())
    expect(models.identify?.(requestOf().character).contextTokens).toBe(format.limit[0])
  })

  test('a web page in place of an answer is named', async () => {
    const page = refuseWith(200, '<!doctype html><p>Welcome</p>', {
      'content-type': 'text/html; charset=utf-8',
    })
    const { server, reply, logged } = await given(page)
    const { error } = await collectReply(reply())
    expect(error).toMatchObject({
      detail: 'The language model answered with a web page',
      operatorDetail: `local (${server.url}${path}, HTTP 200)`,
    })
    expect(logged).toMatchObject([{ reason: 'web_page', status: 200 }])
  })

  test('what is no stream of this format is not taken for a stream that broke off', async () => {
    const { reply } = await given(answerWith('Welcome to the proxy\n'))
    const { error } = await collectReply(reply())
    expect(error).toMatchObject({ detail: 'The language model sent an answer that cannot be understood' })
  })

  test('an error in place of an answer is no answer that broke off', async () => {
    const { reply } = await given(answerWith(...format.failInTheMiddle))
    const { error } = await collectReply(reply())
    expect(error).toMatchObject({ detail: expect.not.stringContaining('broke off') })
  })

  test('a connection that breaks does not show the status with which the answer began', async () => {
    const { server, reply } = await given(stallAfter(...begun))
    const replied = collectReply(reply())
    while (server.lines.length === 0) await new Promise((resolve) => setImmediate(resolve))
    server.lines[0]?.cut()
    const { error } = await replied
    expect(error).toMatchObject({ operatorDetail: expect.not.stringContaining('HTTP 200') })
  })

  test('a model that the provider does not have is named', async () => {
    const words = "model 'm' not found, try pulling it first"
    const { server, reply } = await given(
      refuseWith(404, { error: kind === 'ollama' ? words : { message: words } }),
    )
    const { error } = await collectReply(reply())
    expect(error).toMatchObject({
      detail: 'The language model is not one of those that its provider has',
      operatorDetail: `local (${server.url}${path}, HTTP 404): It has no model m: ${words}`,
    })
  })

  test('the log has the words of the provider, unless they repeat what the player said', async () => {
    const said = (message: string) => refuseWith(400, { error: kind === 'ollama' ? message : { message } })
    const { reply, logged } = await given(
      said('The cluster is asleep'),
      said(`Unfit: ${PLAYER_TEXT.slice(3)}`),
    )
    await collectReply(reply())
    await collectReply(reply())
    expect(logged).toMatchObject([
      { reason: 'refused', says: 'The cluster is asleep' },
      { reason: 'refused' },
    ])
    expect(JSON.stringify(logged[1])).not.toContain('harbour')
  })

  test('a key that is refused, or a model that is not there, is a failure', async () => {
    const refusal = { error: kind === 'ollama' ? `no ${SECRET}` : { message: `no ${SECRET}` } }
    const { reply, logged } = await given(refuseWith(401, refusal), refuseWith(404, refusal))
    const { error: wrongKey } = await collectReply(reply())
    const { error: noModel } = await collectReply(reply())
    expect(wrongKey).toMatchObject({ detail: 'The language model does not accept the API key' })
    expect(noModel).toMatchObject({ detail: 'The language model is not known at its address' })
    expect(JSON.stringify(logged)).not.toContain(SECRET)
  })
})

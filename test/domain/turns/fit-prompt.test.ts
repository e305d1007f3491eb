import { describe, expect, test } from 'vitest'
import { fitPrompt, promptTokens, shortenRefusedPrompt } from '../../../src/domain/turns/fit-prompt.js'
import type { ReplyRequest } from '../../../src/domain/turns/ports.js'
import { composePrompt, type Prompt } from '../../../src/domain/turns/prompt.js'
import { requestOf } from '../../support/sessions/given-model.js'
import { aMemory } from '../../support/stores/store-records.js'

/** About 100 tokens. */
const LONG = 'harbour '.repeat(50)

const messages = (count: number): ReplyRequest['messages'] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${at}: ${LONG}`,
  }))

const given = (more: Partial<ReplyRequest> = {}): Prompt => {
  const { system: _, ...request } = requestOf({ llm_max_tokens: 100, background: 'I keep the light.' }, more)
  return composePrompt({ ...request, leftOut: [] })
}

const full = () =>
  given({
    messages: messages(9),
    readMessages: 8,
    memories: {
      facts: [],
      memories: ['m1', 'm2', 'm3'].map((id) => aMemory({ id, content: `${id} ${LONG}` })),
      turns: [1, 2].map((id) => ({ id, role: 'user' as const, text: `said ${LONG}` })),
      extractedUpTo: 8,
    },
    knowledge: {
      documents: ['rules.pdf'],
      isComplete: true,
      excerpts: [1, 2].map((page) => ({
        documentId: 'd1',
        document: 'rules.pdf',
        passage: { text: `page ${page} ${LONG}`, firstPage: page, lastPage: page },
      })),
    },
  })

describe('a prompt that is too long for the context of its model', () => {
  test('stays as it is when it fits, or when nobody knows how much does', () => {
    const prompt = full()
    expect(fitPrompt(prompt, { contextTokens: 10_000 })).toBe(prompt)
    expect(fitPrompt(prompt, {})).toBe(prompt)
    expect(fitPrompt(prompt, undefined)).toBe(prompt)
  })

  test('loses the oldest messages first, but the last four, and says what was left out', () => {
    const prompt = full()
    const shorter = fitPrompt(prompt, { contextTokens: promptTokens(prompt.request) })
    const kept = shorter.request.messages.map(({ content }) => content.slice(0, 1))
    expect(kept).toEqual(['3', '4', '5', '6', '7', '8'])
    expect(shorter.request.readMessages).toBe(5)
    expect(shorter.leftOut).toEqual([
      { kind: 'message', count: 3, tokens: expect.any(Number), reason: 'context' },
    ])
    expect(shorter.request.memories.memories).toHaveLength(3)
  })

  test.each([
    [1750, { messages: 5, turns: 2, memories: ['m1', 'm2', 'm3'], passages: 2 }],
    [1400, { messages: 5, turns: 0, memories: ['m1', 'm2'], passages: 2 }],
    [1050, { messages: 5, turns: 0, memories: [], passages: 1 }],
    [300, { messages: 1, turns: 0, memories: [], passages: 0 }],
    [1, { messages: 1, turns: 0, memories: [], passages: 0 }],
  ])('of %i tokens of context keeps %j', (contextTokens, left) => {
    const { request } = fitPrompt(full(), { contextTokens })
    expect({
      messages: request.messages.length,
      turns: request.memories.turns.length,
      memories: request.memories.memories.map(({ id }) => id),
      passages: request.knowledge.excerpts.length,
    }).toEqual(left)
    expect(request.system).toContain('I keep the light.')
    expect(request.messages.at(-1)?.content).toContain('8: ')
    const fits = (contextTokens - Math.min(100, contextTokens / 2)) * 0.9
    if (left.messages > 1) expect(promptTokens(request)).toBeLessThanOrEqual(fits)
  })

  test('is told that its documents are not whole any more once a passage is gone', () => {
    const { request } = fitPrompt(full(), { contextTokens: 1050 })
    expect(request.knowledge.isComplete).toBe(false)
    expect(request.system).toContain('They are long')
  })
})

describe('a prompt that the model has refused', () => {
  test('fits by what the model counts, even if that is more than the estimate', () => {
    const prompt = full()
    const estimated = promptTokens(prompt.request)
    const refusal = { type: 'context_too_long' as const, contextTokens: 2000, requestTokens: 2 * estimated }
    const shorter = shortenRefusedPrompt(prompt, refusal)
    expect(promptTokens(shorter?.request ?? prompt.request)).toBeLessThanOrEqual((1900 * 0.9) / 2)
  })

  test('is cut to half when the model does not say how much is too much', () => {
    const prompt = full()
    const blind = { type: 'context_too_long' as const, contextTokens: undefined, requestTokens: undefined }
    const shorter = shortenRefusedPrompt(prompt, blind)
    expect(promptTokens(shorter?.request ?? prompt.request)).toBeLessThanOrEqual(
      promptTokens(prompt.request) / 2,
    )
  })

  test('stays refused when nothing in it may be cut', () => {
    const blind = { type: 'context_too_long' as const, contextTokens: 10, requestTokens: 900 }
    expect(shortenRefusedPrompt(given(), blind)).toBeUndefined()
  })
})

import { expect, test } from 'vitest'
import { operations } from '../../../src/contract/index.js'
import { toCamelCase } from '../../../src/contract/legacy/agents.js'
import { legacyRouteTable } from '../../../src/contract/legacy/route-table.js'

const isLegacy = ({ url }: { url: string }) =>
  /^\/api\/(?!v1\/(?!agents)|control|staff|health|system)/.test(url)

test('every legacy operation is a row, once, and is marked as deprecated', () => {
  const rows = legacyRouteTable.map(({ operation }) => operation)
  expect(rows).toEqual(operations.filter(isLegacy))
  expect(rows.every(({ schema }) => schema.deprecated)).toBe(true)
  expect(new Set(rows.map(({ method, url }) => `${method} ${url}`)).size).toBe(rows.length)
})

test.each(legacyRouteTable.map((row) => ({ ...row, name: row.operation.schema.operationId })))(
  '$name asks for what its successor asks for, and says which ids the old path lacks',
  ({ operation, successor, missingParams: lacks = [] }) => {
    expect(operation.config).toEqual(successor.config)
    expect(operation.method).toBe(successor.method)
    const ids = (url: string) => url.match(/:\w+/g) ?? []
    const there: readonly string[] = ids(operation.url)
    const missing = ids(successor.url).filter((id) => !there.includes(id))
    expect(missing).toEqual(lacks)
  },
)

test('names become camelCase, their values stay', () => {
  expect(toCamelCase({ id: 1, tts_voice: null, vad_min_speech_duration_ms: [{ a_b: 1 }] })).toEqual({
    id: 1,
    ttsVoice: null,
    vadMinSpeechDurationMs: [{ a_b: 1 }],
  })
})

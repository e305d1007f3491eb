import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { CoverageRow, TestReference } from '../support/coverage/coverage-row.js'
import { endpoints } from '../support/coverage/endpoints.js'
import { errors } from '../support/coverage/errors.js'
import { limits } from '../support/coverage/limits.js'

const tables: readonly (readonly [name: string, rows: readonly CoverageRow[], count: number])[] = [
  ['Endpoints', endpoints, 73],
  ['Errors', errors, 68],
  ['Limits', limits, 44],
]
const all = tables.flatMap(([table, rows]) => rows.map((row) => ({ table, ...row })))

/** The issues that may still owe tests. When one of them closes, its number leaves this list. */
const OPEN_ISSUES = [6, 7, 8]

const textOf = (file: string): string => {
  const url = new URL(`../../${file}`, import.meta.url)
  return existsSync(url) ? readFileSync(url, 'utf8') : ''
}

/** Is there a test of this very title: the first argument of a call, in any quotes? */
function isThere([file, title]: TestReference): boolean {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\.(?:skip|todo))\\(\\s*(['"\`])${escaped}\\1,`).test(textOf(file))
}

test.each(tables)('the rows of %s are all of the contract, each once', (_, rows, count) => {
  expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length)
  expect(rows).toHaveLength(count)
})

test.each(all)(
  '$table, $row: held by a test that is there, or owed by an open issue',
  ({ tests, pending }) => {
    expect(tests.filter((one) => !isThere(one))).toEqual([])
    if (pending !== null) expect(OPEN_ISSUES).toContain(pending)
    expect(tests.length > 0).toBe(pending === null)
  },
)

/** Path parameters go by other names in the contract. */
const shapeOf = (route: string) => route.replace(/:\w+|\{\w+\}/g, '{}')
const served = new Set(operations.map(({ method, url }) => shapeOf(`${method} ${url}`)))
const rowOf = new Map(endpoints.map((row) => [shapeOf(row.row), row]))

test.each(endpoints.filter(({ row }) => /^[A-Z]+ \//.test(row)))(
  '$row is served when it is held, and held when it is served',
  ({ row, pending }) => {
    const isHeld = pending === null
    expect(isHeld, 'name its tests in test/support/coverage/endpoints.ts').toBe(served.has(shapeOf(row)))
  },
)

/**
 * The contract leaves the dashboard to us (docs/rest.md, Control routes), expiring shares are redeemed as SDKs do it
 * (docs/wire-protocol.md, Shares in SDKs), and turns over REST (docs/differences.md, Turns over REST) and readiness (HTTP
 * there) are our additions; everything else that is served is a row of it.
 */
const ours = (url: string) =>
  url.startsWith('/api/control/v1/') ||
  url.endsWith('/exchange') ||
  url.endsWith('/turn') ||
  url === '/api/health/ready'

test.each(operations.filter(({ url }) => !ours(url)))(
  '$method $url is a row of the contract',
  ({ method, url }) => {
    expect(rowOf.has(shapeOf(`${method} ${url}`))).toBe(true)
  },
)

test('a title that is gone, and a file that is gone, are seen', () => {
  const own = 'test/contract/coverage.test.ts'
  expect(isThere([own, 'a title that is gone, and a file that is gone, are seen'])).toBe(true)
  expect(isThere([own, 'a title that is gone'])).toBe(false)
  expect(isThere(['test/contract/gone.test.ts', 'a title'])).toBe(false)
})

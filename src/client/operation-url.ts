import type { Operation } from '../contract/operation.js'
import { UnusableIdError } from './errors.js'

export type UrlParts = {
  readonly params?: unknown
  readonly query?: unknown
}

/** The full address of an operation. A base URL may have a path of its own, as behind a reverse proxy. */
export function operationUrl(baseUrl: string, operation: Pick<Operation, 'url'>, input: UrlParts): URL {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = operation.url.replace(/:(\w+)/g, (_, name) => pathSegment(params.get(name)))
  const url = new URL(baseUrl.replace(/(?<!\/)\/+$/, '') + path)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  }
  return url
}

function pathSegment(value: unknown): string {
  const text = String(value)
  if (text === '' || text === '.' || text === '..') throw new UnusableIdError(text)
  return encodeURIComponent(text)
}

import { domainError } from '../errors.js'

/**
 * The time that a query parameter names, in milliseconds since 1970: a date alone is its first moment, a time without
 * a zone is UTC. Throws `unprocessable` for one that no calendar has.
 */
export function parseQueryTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const isLocal = text.length > 10 && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = Date.parse(isLocal ? `${text}Z` : text)
  if (!Number.isNaN(time) && isCalendarDay(text.slice(0, 10))) return time
  throw domainError('invalidFields', [
    { loc: ['query', name], msg: 'Input should be a valid ISO 8601 date or time', type: 'datetime_parsing' },
  ])
}

/** Dates that no month has would be read as days of the next one. */
const isCalendarDay = (date: string): boolean => new Date(date).toISOString().startsWith(date)

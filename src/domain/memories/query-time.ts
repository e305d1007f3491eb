import { domainError } from '../errors.js'

/**
 * Parses a query parameter to milliseconds since 1970. A date means its start, a time without a zone is UTC. Throws
 * `unprocessable` for an invalid date.
 */
export function parseQueryTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const hasNoZone = text.length > 10 && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
  const time = Date.parse(hasNoZone ? `${text}Z` : text)
  if (!Number.isNaN(time) && isCalendarDay(text.slice(0, 10))) return time
  throw domainError('invalidFields', [
    { loc: ['query', name], msg: 'Input should be a valid ISO 8601 date or time', type: 'datetime_parsing' },
  ])
}

/** `Date` turns 30 February into 2 March instead of rejecting it. */
const isCalendarDay = (date: string): boolean => new Date(date).toISOString().startsWith(date)

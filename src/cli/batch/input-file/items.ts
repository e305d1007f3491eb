import { isObject } from '../../../contract/is-object.js'
import {
  describeFieldIssues,
  type FieldIssue,
  type FieldIssueLine,
  type FieldPath,
  flatName,
  normalizeFields,
} from '../../characters/character-fields.js'
import type { BatchFile } from './batch-file.js'

export type ItemIssue = FieldIssue & { readonly index: number }

/** The fields of an item that a character does not have. */
export const ITEM_FIELDS = ['customId', 'documents']

/**
 * Converts the items to the nested form of the service, and lists issues with their fields. An unknown field of the item
 * itself stays in the request, so that the service refuses it.
 */
export function normalizeItems(file: BatchFile): {
  readonly file: BatchFile
  readonly issues: readonly ItemIssue[]
} {
  const read = file.body.requests.map((request) =>
    isObject(request) ? normalizeFields(request, ITEM_FIELDS) : null,
  )
  const requests = file.body.requests.map((request, index) => read[index]?.config ?? request)
  const written = (path: FieldPath) => pathAsWritten(file.body.requests, path)
  return {
    file: {
      ...file,
      body: { ...file.body, requests },
      lineOf: (path) => file.lineOf(written(path)),
      columnOf: (path) => file.columnOf(written(path)),
    },
    issues: read.flatMap((one, index) => (one?.notes ?? []).map((note) => ({ ...note, index }))),
  }
}

/** The service refuses an unknown field of an item, but ignores one within a section. */
export const isRejectedByService = ({ kind, path }: FieldIssue): boolean =>
  kind === 'unknown' && path.length === 1

/** The issues of each item as lines. */
export const describeItemIssues = (
  issues: readonly ItemIssue[],
): (FieldIssueLine & { readonly index: number })[] =>
  [...new Set(issues.map(({ index }) => index))].flatMap((index) =>
    describeFieldIssues(issues.filter((issue) => issue.index === index)).map((line) => ({ ...line, index })),
  )

/** Maps a path of the nested form to the path as it was written, which may use the flat name of the field. */
function pathAsWritten(requests: readonly unknown[], path: FieldPath): FieldPath {
  const [first, index, section, field, ...rest] = path
  const request = typeof index === 'number' ? requests[index] : undefined
  const flat = flatName(section, field)
  if (first === undefined || index === undefined || flat === undefined || !isObject(request)) return path
  const inner = request[String(section)]
  const isNested = isObject(inner) && Object.hasOwn(inner, String(field))
  return !isNested && Object.hasOwn(request, flat) ? [first, index, flat, ...rest] : path
}

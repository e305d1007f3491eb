import { isObject } from '../../../contract/is-object.js'
import {
  describeFieldIssues,
  type FieldIssue,
  type FieldIssueLine,
  flatName,
  normalizeFields,
} from '../../characters/character-fields.js'
import type { BatchFile } from './batch-file.js'
import type { FieldPath } from './parsed-batch.js'

export type ItemIssue = FieldIssue & { readonly index: number }

/** What an item has beside the fields of a character. */
export const ITEM_FIELDS = ['customId', 'documents']

/**
 * The items in the nested form of the service, and what should be known of their fields. An unknown field of an item
 * itself is kept: the service refuses it.
 */
export function normalizeItems(file: BatchFile): {
  readonly file: BatchFile
  readonly notes: readonly ItemIssue[]
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
    notes: read.flatMap((one, index) => (one?.notes ?? []).map((note) => ({ ...note, index }))),
  }
}

/** The service tells of it itself: unlike a field within a section, one of an item is refused. */
export const isRejectedByService = ({ kind, path }: FieldIssue): boolean =>
  kind === 'unknown' && path.length === 1

/** The notes of each item as lines. */
export const describeItemIssues = (
  notes: readonly ItemIssue[],
): (FieldIssueLine & { readonly index: number })[] =>
  [...new Set(notes.map(({ index }) => index))].flatMap((index) =>
    describeFieldIssues(notes.filter((note) => note.index === index)).map((line) => ({ ...line, index })),
  )

/** A place of the nested form is that of the flat name where the item has the field only under that. */
function pathAsWritten(requests: readonly unknown[], path: FieldPath): FieldPath {
  const [first, index, section, field, ...rest] = path
  const request = typeof index === 'number' ? requests[index] : undefined
  const flat = flatName(section, field)
  if (first === undefined || index === undefined || flat === undefined || !isObject(request)) return path
  const inner = request[String(section)]
  const isNested = isObject(inner) && Object.hasOwn(inner, String(field))
  return !isNested && Object.hasOwn(request, flat) ? [first, index, flat, ...rest] : path
}

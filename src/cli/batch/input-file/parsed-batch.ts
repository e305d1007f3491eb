import type { FieldPath } from '../../characters/character-fields.js'

/** A problem with a batch, at a path of the request. */
export type BatchProblem = { readonly loc: FieldPath; readonly msg: string }

/** The result of the reader of one format. */
export type ParsedBatch = {
  readonly value: unknown
  lineOf(path: FieldPath): number | null
  columnOf?(path: FieldPath): string | null
  readonly separator?: string
}

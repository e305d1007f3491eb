export type FieldPath = readonly (string | number)[]

/** What is wrong with a batch, at a place of what was sent. */
export type BatchProblem = { readonly loc: FieldPath; readonly msg: string }

/** What a reader of one format makes of a text. */
export type ParsedBatch = {
  readonly value: unknown
  lineOf(path: FieldPath): number | null
  columnOf?(path: FieldPath): string | null
  readonly separator?: string
}

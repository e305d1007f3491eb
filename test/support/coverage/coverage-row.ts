/** A test by its file and its title as it is written there, placeholders and all. */
export type TestReference = readonly [file: string, title: string]

/** A row of one of the contract's tables: the tests that hold it, or the number of the issue that owes them. */
export type CoverageRow = {
  readonly row: string
  readonly tests: readonly TestReference[]
  readonly pending: number | null
}

/** At least one test: a row without any does not compile. */
export const coveredBy = (
  row: string,
  ...tests: readonly [TestReference, ...TestReference[]]
): CoverageRow => ({
  row,
  tests,
  pending: null,
})

type Range = { readonly start: { readonly line: number; readonly column: number } }

export type FileCoverage = {
  readonly statementMap: Readonly<Record<string, Range>>
  readonly s: Readonly<Record<string, number>>
  readonly branchMap: Readonly<Record<string, { readonly type: string; readonly loc: Range }>>
  readonly b: Readonly<Record<string, readonly number[]>>
}
type Count<Missed> = { readonly covered: number; readonly total: number; readonly missed: readonly Missed[] }

export function countCoverage(
  inTests: Readonly<Record<string, FileCoverage>>,
  inProcesses: Readonly<Record<string, FileCoverage>>,
): {
  readonly file: string
  readonly lines: Count<number>
  readonly branches: Count<{ readonly line: number; readonly type: string; readonly path: number }>
}[]

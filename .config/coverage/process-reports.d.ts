export type Script = { readonly url: string; readonly functions: readonly object[] }

export function collectProcessReports(
  folder: string,
  isWanted: (url: string) => boolean,
  wait?: () => Promise<unknown>,
): {
  finish(): Promise<{
    readonly scripts: readonly Script[]
    readonly reports: number
    readonly broken: number
  }>
}

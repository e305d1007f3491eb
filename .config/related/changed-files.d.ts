export function changedFiles(root: string): string[]
export function withConsequences(root: string, files: readonly string[]): string[]

type Choice = { readonly chosen: readonly string[]; readonly left: readonly string[] }

export function withinBudget(tests: readonly string[], changed: readonly string[]): Choice
export function countByFolder(files: readonly string[]): string

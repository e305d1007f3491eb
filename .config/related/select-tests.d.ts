export function selectTests(root: string, paths: readonly string[], changed: readonly string[]): string[]

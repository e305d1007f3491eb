export function projectFiles(root: string): string[]

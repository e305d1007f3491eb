type Graph = {
  dependenciesOf(test: string): ReadonlySet<string>
  finds(test: string, args: readonly string[]): boolean
}

export function readGraph(root: string, paths: readonly string[]): Graph
export function changesWith(file: string): string[]

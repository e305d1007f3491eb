declare module 'autocannon' {
  type Options = {
    readonly url: string
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly connections: number
    readonly duration: number
  }
  type Result = {
    readonly requests: { readonly average: number }
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
  }
  // biome-ignore lint/style/noDefaultExport: it is how the package exports
  export default function autocannon(options: Options): Promise<Result>
}

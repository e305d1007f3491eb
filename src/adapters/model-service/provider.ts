/** A configured text-to-3D service with Meshy's API, its secrets read. */
export type ModelServiceProvider = {
  /** Without a slash at its end; `/v2/text-to-3d`, `/v1/rigging` and `/v1/animations` are below it. */
  readonly baseUrl: string
  readonly apiKey: string | undefined
  /** Sent with every request to that address, and never to where files are. */
  readonly headers: Readonly<Record<string, string>>
  /** Longest wait for an answer. */
  readonly timeoutSeconds: number
  /** The clip of rigged models, by its number in the library of the service; 0 stands idle. */
  readonly actionId: number
}

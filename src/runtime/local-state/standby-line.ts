/** Describes a server that waits for another one; under `--json` the line before the ready line. */
export type StandbyLine = {
  readonly event: 'standby'
  readonly baseUrl: string
  readonly pid: number
}

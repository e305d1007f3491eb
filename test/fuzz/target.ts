import type { FuzzRandom } from './fuzz-random.js'

/** One input, written so that it can be kept as JSON and tried again. */
export type Input = {
  readonly target: TargetName
  /** The operation, event, format or command. */
  readonly what: string
  readonly data: unknown
}

export const TARGET_NAMES = ['rest', 'socket', 'files', 'cli'] as const
export type TargetName = (typeof TARGET_NAMES)[number]

/** Milliseconds of processor time and mebibytes of growth that an input may take: so many at once, and more per KiB. */
export type Bound = {
  readonly cpuMs: number
  readonly cpuMsPerKib: number
  readonly mib: number
  readonly mibPerKib: number
}

export type Target = {
  readonly name: TargetName
  readonly bound: Bound
  generate(chance: FuzzRandom): Input
  /** What is wrong, each in a sentence. */
  run(input: Input): Promise<readonly string[]>
  /** Processor time and memory of other processes that the last input took; in this process it is measured outside. */
  spent?(): { readonly cpuMs: number; readonly mib: number }
  /** What only shows at the end, such as what a restart has lost. Closes everything. */
  finish(): Promise<readonly string[]>
}

export type OpenTarget = (folder: string) => Promise<Target>

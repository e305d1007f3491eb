import { Chalk, type ChalkInstance } from 'chalk'
import type { GlobalFlags } from '../flags/service-flags.js'
import { printableLine } from './printable.js'

/** The capabilities of the terminal: prompts, colour, line width in columns. */
export type Terminal = {
  /** Whether a user can answer prompts. */
  readonly isInteractive: boolean
  readonly colour: ChalkInstance
  readonly width: number
}

type Streams = {
  readonly stdin: { readonly isTTY?: boolean }
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean }
  readonly stderr: { readonly isTTY?: boolean }
}

const DEFAULT_WIDTH = 80

export function describeTerminal({ stdin, stdout, stderr }: Streams, flags: GlobalFlags): Terminal {
  const isQuiet = flags.json || isContinuousIntegration(flags)
  // `hasColors` takes NO_COLOR, FORCE_COLOR and TERM=dumb into account.
  const hasColour = !isQuiet && stdout.isTTY === true && stdout.hasColors?.() === true
  return {
    isInteractive: !isQuiet && !flags['no-input'] && stdin.isTTY === true && stderr.isTTY === true,
    colour: new Chalk({ level: hasColour ? 1 : 0 }),
    width: stdout.isTTY === true ? (stdout.columns ?? DEFAULT_WIDTH) : DEFAULT_WIDTH,
  }
}

const isContinuousIntegration = ({ ci }: GlobalFlags): boolean =>
  ci !== undefined && ci !== '' && ci !== '0' && ci.toLowerCase() !== 'false'

/** Shows a spinner while `work` runs, if the terminal is interactive. */
export async function withSpinner<T>(
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!isInteractive) return work()
  const { oraPromise } = await import('ora')
  return oraPromise(work(), { text: printableLine(text), stream: process.stderr, discardStdin: false })
}

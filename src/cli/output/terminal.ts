import { Chalk, type ChalkInstance } from 'chalk'
import type { GlobalFlags } from '../flags/service-flags.js'
import { printableLine } from './printable.js'

/** What the surroundings allow: prompts, colour, how wide a line may be. */
export type Terminal = {
  /** A person is there to answer. */
  readonly isInteractive: boolean
  readonly colour: ChalkInstance
  readonly width: number
}

type Streams = {
  readonly stdin: { readonly isTTY?: boolean }
  readonly stdout: { readonly isTTY?: boolean; readonly columns?: number; hasColors?(): boolean }
  readonly stderr: { readonly isTTY?: boolean }
}

const WIDTH = 80

export function describeTerminal({ stdin, stdout, stderr }: Streams, flags: GlobalFlags): Terminal {
  const isQuiet = flags.json || isContinuousIntegration(flags)
  // `hasColors` is where Node heeds NO_COLOR, FORCE_COLOR and TERM=dumb.
  const hasColour = !isQuiet && stdout.isTTY === true && stdout.hasColors?.() === true
  return {
    isInteractive: !isQuiet && !flags['no-input'] && stdin.isTTY === true && stderr.isTTY === true,
    colour: new Chalk({ level: hasColour ? 1 : 0 }),
    width: stdout.isTTY === true ? (stdout.columns ?? WIDTH) : WIDTH,
  }
}

const isContinuousIntegration = ({ ci }: GlobalFlags): boolean =>
  ci !== undefined && ci !== '' && ci !== '0' && ci.toLowerCase() !== 'false'

/** Shows that something is being waited for, where a person sees it. */
export async function withSpinner<T>(
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!isInteractive) return work()
  const { oraPromise } = await import('ora')
  return oraPromise(work(), { text: printableLine(text), stream: process.stderr, discardStdin: false })
}

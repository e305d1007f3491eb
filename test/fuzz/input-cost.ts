import type { Bound, Input } from './target.js'

export type InputCost = { readonly cpuMs: number; readonly mib: number }
export type MeasuredInput = InputCost & { readonly input: Input; readonly bytes: number }

const WORST = 10
const MIB = 2 ** 20

/** Processor time of all threads, and by how much the process grew. What other processes do does not count. */
export async function measureCost(run: () => Promise<unknown>): Promise<InputCost> {
  const rss = process.memoryUsage.rss()
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000, mib: Math.max(0, process.memoryUsage.rss() - rss) / MIB }
}

export const sizeOf = ({ data }: Input): number => Buffer.byteLength(JSON.stringify(data) ?? '')

export const isOverBound = ({ cpuMs, mib, bytes }: Omit<MeasuredInput, 'input'>, bound: Bound): boolean =>
  cpuMs > bound.cpuMs + (bound.cpuMsPerKib * bytes) / 1024 ||
  mib > bound.mib + (bound.mibPerKib * bytes) / 1024

/** Keeps the inputs that took most processor time. */
export function createWorstInputs() {
  let worst: readonly MeasuredInput[] = []
  return {
    add: (measured: MeasuredInput) => {
      worst = [...worst, measured].sort((one, other) => other.cpuMs - one.cpuMs).slice(0, WORST)
    },
    lines: () =>
      worst.map(
        ({ input, bytes, cpuMs, mib }) =>
          `${cpuMs.toFixed(0).padStart(7)} ms ${mib.toFixed(1).padStart(7)} MiB ${String(bytes).padStart(9)} bytes  ${JSON.stringify(input.what.slice(0, 60))}`,
      ),
  }
}

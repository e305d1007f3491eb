import { createFuzzChance } from './chance.js'
import { type Cost, costOf, createWorst, isOverBound, sizeOf } from './meter.js'
import type { Input, Target } from './target.js'

/** Longer takes no input, however busy the machine is. */
const HANGS_MS = 60_000
/** As long as this many inputs have failed, more of them tell nothing new. */
const ENOUGH_FAILURES = 20

type Plan = { readonly seed: number; readonly seconds: number; readonly kept: readonly Input[] }
type Failure = { readonly input: Input; readonly problems: readonly string[] }
export type Result = {
  readonly count: number
  readonly seconds: number
  readonly worst: readonly string[]
  readonly failures: readonly Failure[]
}

/** Tries what was kept, and then new inputs until the time is over. */
export async function fuzz(target: Target, { seed, seconds, kept }: Plan): Promise<Result> {
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const escapes = watchEscapes()
  const worst = createWorst()
  const failures: Failure[] = []
  let count = 0
  const tryOne = async (input: Input) => {
    count += 1
    const problems = await problemsOf({ target, input, worst })
    const all = [...problems, ...escapes.taken()]
    if (all.length > 0) failures.push({ input, problems: all })
  }
  for (const input of kept) await tryOne(input)
  while (elapsed() < seconds && failures.length < ENOUGH_FAILURES) {
    const chance = createFuzzChance(Math.imul(seed + count, 2_654_435_761))
    await tryOne(target.generate(chance))
  }
  const left = [...(await orHang(target.finish())), ...escapes.taken()]
  escapes.stop()
  if (left.length > 0) {
    const input = { target: target.name, what: 'the end of the run', data: { seed, count } }
    failures.push({ input, problems: left })
  }
  return { count, seconds: elapsed(), worst: worst.lines(), failures }
}

type Trial = {
  readonly target: Target
  readonly input: Input
  readonly worst: ReturnType<typeof createWorst>
}

async function problemsOf({ target, input, worst }: Trial): Promise<readonly string[]> {
  const bytes = sizeOf(input)
  const first = await attempt(target, input)
  let least = first.cost
  // Collected garbage and work in the background count as well: a bound is broken by what breaks it three times.
  for (let time = 0; time < 2 && isOverBound({ ...least, bytes }, target.bound); time += 1) {
    const { cost } = await attempt(target, input)
    least = { cpuMs: Math.min(least.cpuMs, cost.cpuMs), mib: Math.min(least.mib, cost.mib) }
  }
  worst.add({ ...least, bytes, input })
  if (!isOverBound({ ...least, bytes }, target.bound)) return first.problems
  return [
    ...first.problems,
    `took ${least.cpuMs.toFixed(0)} ms of processor time and ${least.mib.toFixed(0)} MiB for ${bytes} bytes`,
  ]
}

async function attempt(target: Target, input: Input): Promise<{ problems: readonly string[]; cost: Cost }> {
  let problems: readonly string[] = []
  const cost = await costOf(async () => {
    problems = await orHang(target.run(input)).catch((error: unknown) => [
      `the check itself failed: ${textOf(error)}`,
    ])
  })
  return { problems, cost: target.spent?.() ?? cost }
}

async function orHang(run: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve(['hangs']), HANGS_MS)
  })
  try {
    return await Promise.race([run, hang])
  } finally {
    clearTimeout(timer)
  }
}

/** What would have ended a server that runs by itself. */
function watchEscapes() {
  let seen: string[] = []
  const note = (kind: string) => (error: unknown) => void seen.push(`${kind}: ${textOf(error)}`)
  const [exception, rejection] = [note('uncaught exception'), note('unhandled rejection')]
  process.on('uncaughtException', exception)
  process.on('unhandledRejection', rejection)
  return {
    taken: () => {
      const taken = seen
      seen = []
      return taken
    },
    stop: () => {
      process.off('uncaughtException', exception)
      process.off('unhandledRejection', rejection)
    },
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

import { createFuzzRandom } from './fuzz-random.js'
import { createWorstInputs, type InputCost, isOverBound, measureCost, sizeOf } from './input-cost.js'
import type { Input, Target, TargetName } from './target.js'
import { NO_WATCHDOG, type Watchdog } from './watchdog.js'

/** No stage takes longer, however busy the machine is: the opening, the making or one attempt of an input, the end. */
const HANGS_MS = 60_000
/** After this many failures, more of them tell nothing new. */
const ENOUGH_FAILURES = 20

type Plan = {
  readonly name: TargetName
  readonly seed: number
  /** For new inputs: the opening and what was kept come before. */
  readonly seconds: number
  /** So many new inputs are tried even when the time is over: on a busy machine nothing else would be. */
  readonly atLeast?: number
  readonly kept: readonly Input[]
  readonly hangsMs?: number
  readonly watchdog?: Watchdog
}
type Problems = readonly string[]
type Failure = { readonly input: Input; readonly problems: Problems }
export type Result = {
  readonly count: number
  readonly seconds: number
  readonly worst: readonly string[]
  readonly failures: readonly Failure[]
}

/**
 * Tries what was kept, and then new inputs until the time is over. Nothing that goes wrong is thrown: it is a failure of
 * the result. The first stage that hangs is the last, because what it holds would falsify those after it.
 */
export async function fuzz(open: () => Promise<Target>, plan: Plan): Promise<Result> {
  const { name, seed, seconds, atLeast = 0, kept } = plan
  const started = performance.now()
  const elapsed = () => (performance.now() - started) / 1000
  const stages = createStages(plan)
  const worst = createWorstInputs()
  const failures: Failure[] = []
  let count = 0
  const note = (input: Input, problems: Problems) => {
    if (problems.length > 0) failures.push({ input, problems })
  }
  const canGoOn = () => failures.length < ENOUGH_FAILURES && !stages.hasHung()
  /** Stands for what happens outside the attempts of an input, with what leads there again. */
  const moment = (what: string): Input => ({ target: name, what, data: { seed, count } })

  try {
    const opening = moment('the opening')
    const opened = await stages.run(opening, open)
    note(opening, opened.problems)
    const target = opened.value
    if (target === undefined) return { count, seconds: elapsed(), worst: [], failures }
    const tryOne = async (input: Input) => note(input, await problemsOf({ target, input, worst, stages }))
    for (const input of kept) if (canGoOn()) await tryOne(input)
    const until = elapsed() + seconds
    while ((elapsed() < until || count < atLeast) && canGoOn()) {
      const generation = moment('the generation of an input')
      const chance = createFuzzRandom(seed, count)
      const made = await stages.run(generation, async () => target.generate(chance))
      note(generation, made.problems)
      if (made.value !== undefined) await tryOne(made.value)
      count += 1
    }
    const end = moment('the end of the run')
    const left = await stages.run(end, () => target.finish())
    note(end, [...left.problems, ...(left.value ?? [])])
    return { count: count + kept.length, seconds: elapsed(), worst: worst.lines(), failures }
  } finally {
    stages.stop()
  }
}

type Trial = {
  readonly target: Target
  readonly input: Input
  readonly worst: ReturnType<typeof createWorstInputs>
  readonly stages: Stages
}

async function problemsOf({ target, input, worst, stages }: Trial): Promise<Problems> {
  const bytes = sizeOf(input)
  const first = await attempt(target, input, stages)
  let least = first.cost
  const isOver = () => isOverBound({ ...least, bytes }, target.bound)
  // Collected garbage and work in the background count as well: a bound is broken by what breaks it three times.
  for (let time = 0; time < 2 && isOver() && !stages.hasHung(); time += 1) {
    const { cost } = await attempt(target, input, stages)
    least = { cpuMs: Math.min(least.cpuMs, cost.cpuMs), mib: Math.min(least.mib, cost.mib) }
  }
  worst.add({ ...least, bytes, input })
  if (!isOver()) return first.problems
  return [
    ...first.problems,
    `took ${least.cpuMs.toFixed(0)} ms of processor time and ${least.mib.toFixed(0)} MiB for ${bytes} bytes`,
  ]
}

async function attempt(
  target: Target,
  input: Input,
  stages: Stages,
): Promise<{ problems: Problems; cost: InputCost }> {
  let problems: Problems = []
  const cost = await measureCost(async () => {
    const { value = [], problems: outside } = await stages.run(input, () => target.run(input))
    problems = [...value, ...outside]
  })
  return { problems, cost: target.spent?.() ?? cost }
}

type Stages = ReturnType<typeof createStages>

/** Runs one thing after another, each within the time limit and watched for what escapes it. */
function createStages({ name, hangsMs = HANGS_MS, watchdog = NO_WATCHDOG }: Plan) {
  const escapes = watchEscapes()
  let hasHung = false
  return {
    hasHung: () => hasHung,
    run: async <T>(input: Input, act: () => Promise<T>): Promise<{ value?: T; problems: Problems }> => {
      watchdog.enter(`${name}, ${input.what.slice(0, 80)}`, input)
      let timer: NodeJS.Timeout | undefined
      const hang = new Promise<{ problems: Problems }>((resolve) => {
        timer = setTimeout(() => {
          hasHung = true
          resolve({ problems: [`hangs; what it waits for is among ${activeResources()}`] })
        }, hangsMs)
      })
      const done = act().then(
        (value) => ({ value, problems: [] }),
        (error: unknown) => ({ problems: [`the check itself failed: ${textOf(error)}`] }),
      )
      const result: { value?: T; problems: Problems } = await Promise.race([done, hang])
      clearTimeout(timer)
      return { ...result, problems: [...result.problems, ...escapes.taken()] }
    },
    stop: escapes.stop,
  }
}

const activeResources = (): string => [...new Set(process.getActiveResourcesInfo())].join(', ')

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

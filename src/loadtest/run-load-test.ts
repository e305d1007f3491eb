import { type ChildProcess, fork } from 'node:child_process'
import { SECOND_MS } from '../contract/durations.js'
import type { GeneratorJob, GeneratorReport } from './generate.js'
import { sumInFlight } from './in-flight.js'
import { createResultCollector } from './results/collect-results.js'
import { countedTime, isCounted, type Sample } from './results/metrics.js'
import type { LoadTestResult, SecondResult } from './results/result.js'
import { createRunTimeline, type RunningCounts } from './results/run-timeline.js'
import { evaluateThresholds, type Threshold } from './results/thresholds.js'
import { createRunClock } from './run-clock.js'
import type { LoadTestPlan } from './scenario/plan.js'
import type { ServerMetricsPoller } from './server-metrics.js'

export type RunSettings = {
  readonly plan: LoadTestPlan
  readonly target: GeneratorJob['target']
  readonly thresholds: readonly Threshold[]
  /** URL of the compiled `generate.worker.js`. */
  readonly worker: URL
  readonly processes: number
  readonly runId: string
  /** The share of the run that this machine plays, and when all machines begin; null: all of it, at once. */
  readonly part: RunPart | null
  /** Null: the service does not report metrics. */
  readonly serverMetrics: ServerMetricsPoller | null
  onSample(sample: Sample): void
  onSecond(second: SecondResult): void
}

/** This machine plays every `of`th player, from the `index`th on (1 is the first). */
export type RunPart = { readonly index: number; readonly of: number; readonly startsAt: Date }

/** Time for all processes to start before the first player. */
export const START_DELAY_MS = 500

/** Runs a plan in generator processes. Throws when a process ends before its work is done. */
export async function runLoadTest(settings: RunSettings): Promise<LoadTestResult> {
  const { plan, thresholds, processes, onSample, onSecond } = settings
  const startsAtEpochMs =
    settings.part?.startsAt.getTime() ?? performance.timeOrigin + performance.now() + START_DELAY_MS
  const collector = createResultCollector(plan.checks)
  const timeline = createRunTimeline()
  const running = new Map<number, Extract<GeneratorReport, { type: 'samples' }>>()
  const clock = createRunClock(startsAtEpochMs)
  settings.serverMetrics?.start(clock)
  const ticking = setInterval(() => {
    if (clock.now() > 0) onSecond(timeline.tick(clock.now(), sumRunning([...running.values()])))
  }, SECOND_MS)
  const receiveFrom = (part: number) => (report: Extract<GeneratorReport, { type: 'samples' }>) => {
    running.set(part, report)
    for (const sample of report.samples) {
      timeline.add(sample)
      onSample(sample)
      if (isCounted(sample, plan)) collector.add(sample)
    }
  }
  const parts = Array.from({ length: processes }, (_, part) =>
    startGenerator(settings.worker, generatorJob(settings, { startsAtEpochMs, part }), receiveFrom(part)),
  )
  const ended = Promise.all(parts.map(({ done }) => done)).finally(() => {
    clearInterval(ticking)
    for (const { child } of parts) child.kill()
  })
  const stopWatching = async () => (await settings.serverMetrics?.stop()) ?? null
  const server = await ended.then(stopWatching, stopWatching)
  const delays = await ended
  const measured = collector.measured(countedTime({ ...plan, load: plan.load.kind }))
  const generator = describeGenerator(delays)
  return {
    format: 'loadtest/1',
    scenario: plan.name,
    scenarioHash: plan.scenarioHash,
    target: settings.target.baseUrl,
    startedAt: new Date(startsAtEpochMs).toISOString(),
    durationMs: plan.durationMs,
    warmupMs: plan.warmupMs,
    isValid: !isGeneratorLagging(generator.eventLoopP99Ms),
    generator,
    load: plan.load.kind,
    ...measured,
    timeline: [...timeline.seconds()],
    server: server === null ? null : [...server],
    thresholds: settings.part === null ? evaluateThresholds(thresholds, measured) : [],
    comparison: null,
    ...partOf(settings, () => ({
      ...collector.counts(),
      firstTexts: [...timeline.firstTexts()],
      otherTimes: [...timeline.otherTimes()],
    })),
  }
}

/** How late the processes of the generator were, one for each delay; the slowest counts. */
const describeGenerator = (
  delays: readonly { readonly p99Ms: number; readonly maxMs: number }[],
): LoadTestResult['generator'] => ({
  processes: delays.length,
  eventLoopP99Ms: Math.max(...delays.map(({ p99Ms }) => p99Ms)),
  eventLoopMaxMs: Math.max(...delays.map(({ maxMs }) => maxMs)),
  eventLoopLimitMs: MAX_GENERATOR_LAG_MS,
})

/** What a part hands on to be merged, where only all parts together can be judged. */
const partOf = (
  { part, thresholds }: Pick<RunSettings, 'part' | 'thresholds'>,
  counted: () => Pick<
    NonNullable<LoadTestResult['part']>,
    'counts' | 'labelledCounts' | 'firstTexts' | 'otherTimes'
  >,
): Pick<LoadTestResult, 'part'> =>
  part === null
    ? {}
    : {
        part: {
          index: part.index,
          of: part.of,
          thresholds: thresholds.map(({ text }) => text),
          ...counted(),
        },
      }

const sumRunning = (reports: readonly Extract<GeneratorReport, { type: 'samples' }>[]): RunningCounts => ({
  playing: reports.reduce((sum, { playing }) => sum + playing, 0),
  ...sumInFlight(reports.map(({ activity }) => activity)),
})

const generatorJob = (
  { plan, target, runId, processes, part: machine }: RunSettings,
  { startsAtEpochMs, part }: Pick<GeneratorJob, 'startsAtEpochMs' | 'part'>,
): GeneratorJob => {
  const { index, of } = machine ?? { index: 1, of: 1 }
  return { plan, target, runId, startsAtEpochMs, part: index - 1 + of * part, parts: of * processes }
}

type GeneratorProcess = {
  readonly child: ChildProcess
  readonly done: Promise<Extract<GeneratorReport, { type: 'done' }>['eventLoopDelay']>
}

function startGenerator(
  worker: URL,
  job: GeneratorJob,
  take: (report: Extract<GeneratorReport, { type: 'samples' }>) => void,
): GeneratorProcess {
  const child = fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const done = new Promise<Extract<GeneratorReport, { type: 'done' }>['eventLoopDelay']>(
    (resolve, reject) => {
      child.on('message', (report: GeneratorReport) => {
        if (report.type === 'samples') take(report)
        else resolve(report.eventLoopDelay)
      })
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        reject(new Error(`A process of the load test ended early (${code ?? signal})`)),
      )
    },
  )
  child.send(job)
  return { child, done }
}

/** A generator whose event loop is delayed more than this distorts what it measures. */
export const MAX_GENERATOR_LAG_MS = 20

const isGeneratorLagging = (eventLoopP99Ms: number): boolean => eventLoopP99Ms > MAX_GENERATOR_LAG_MS

import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { toPcm16 } from '../audio/pcm.js'
import { resample } from '../audio/resample.js'
import { readWav } from '../audio/wav.js'
import { createClient } from '../client/node-client.js'
import { SESSION_DEFAULTS } from '../client/session/settings.js'
import { createFetch } from '../network/fetch.js'
import { createInFlightCounter, type InFlightCounts } from './in-flight.js'
import type { RecordedSpeech } from './players/play-turn.js'
import { runPlayer } from './players/player.js'
import type { Sample } from './results/metrics.js'
import { limitReplies } from './results/slowest-replies.js'
import { limitDetails } from './results/turn-failures.js'
import { createRunClock, sleepUntil } from './run-clock.js'
import { arrivalTimes, type LoadTestPlan } from './scenario/plan.js'

/** The work of one generator process: the players whose index is `part` modulo `parts`. */
export type GeneratorJob = {
  readonly plan: LoadTestPlan
  readonly target: { readonly baseUrl: string; readonly apiKey: string | undefined; readonly version: string }
  readonly runId: string
  /** Start of the run; gives all processes the same clock. */
  readonly startsAtEpochMs: number
  readonly part: number
  readonly parts: number
}

/** Messages of a generator process: samples and counts while it runs, its own event loop delay at the end. */
export type GeneratorReport =
  | {
      readonly type: 'samples'
      readonly samples: readonly Sample[]
      readonly playing: number
      readonly activity: InFlightCounts
    }
  | { readonly type: 'done'; readonly eventLoopDelay: { readonly p99Ms: number; readonly maxMs: number } }

const REPORT_INTERVAL_MS = 250
const RESOLUTION_MS = 10
const NS_PER_MS = 1e6

/** Plays one part of a run to its end. */
export async function generateLoad(
  job: GeneratorJob,
  send: (report: GeneratorReport) => Promise<void>,
): Promise<void> {
  const { plan, target, runId, startsAtEpochMs, part, parts } = job
  const clock = createRunClock(startsAtEpochMs)
  const { fetch } = createFetch()
  const client = createClient({ ...target, timeoutMs: plan.turnTimeoutMs, fetch })
  const speeches = await readSpeeches(plan)
  let samples: Sample[] = []
  let playing = 0
  const activity = createInFlightCounter()
  const report = () => {
    const batch = samples
    samples = []
    return send({ type: 'samples', samples: batch, playing, activity: activity.counts() })
  }
  const deps = {
    client,
    fetch,
    apiKey: target.apiKey,
    plan,
    clock,
    speeches,
    runId,
    activity,
    record: limitDetails(
      limitReplies((sample) => void samples.push(sample), plan),
      plan,
    ),
  }
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const reporting = setInterval(() => void report(), REPORT_INTERVAL_MS)
  const ownStarts = arrivalTimes(plan).flatMap((at, index) => (index % parts === part ? [{ at, index }] : []))
  await Promise.all(
    ownStarts.map(async (start) => {
      await sleepUntil(clock, start.at)
      playing += 1
      await runPlayer(deps, start)
      playing -= 1
    }),
  )
  clearInterval(reporting)
  await report()
  delay.disable()
  const ms = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS)
  await send({ type: 'done', eventLoopDelay: { p99Ms: ms(delay.percentile(99)), maxMs: ms(delay.max) } })
}

/** Samples below this are silence (-50 dB). */
const SILENCE_LEVEL = 0.003

async function readSpeeches({ scenarios }: LoadTestPlan): Promise<ReadonlyMap<string, RecordedSpeech>> {
  const steps = scenarios.flatMap((scenario) => scenario.steps)
  const files = new Set(steps.flatMap(({ step }) => ('voice' in step ? [step.voice] : [])))
  const sampleRate = SESSION_DEFAULTS.recordingSampleRate
  const read = async (file: string): Promise<readonly [string, RecordedSpeech]> => {
    const wav = readWav(await readFile(file))
    const samples = resample(wav.samples, { from: wav.sampleRate, to: sampleRate })
    const last = samples.findLastIndex((sample) => Math.abs(sample) > SILENCE_LEVEL)
    return [file, { pcm16: toPcm16(samples), sampleRate, voicedMs: ((last + 1) / sampleRate) * 1000 }]
  }
  return new Map(await Promise.all([...files].map(read)))
}

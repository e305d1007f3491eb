import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { LoadTestResult } from '../../src/loadtest/results/result.js'
import { runLoadTest } from '../../src/loadtest/run-load-test.js'
import { createPlan } from '../../src/loadtest/scenario/plan.js'
import { findBuiltFile } from '../../src/runtime/process/package-root.js'
import { openServer } from './batch-server.js'
import type { Bench, Size } from './bench.js'

type Traffic = {
  readonly players: number
  readonly every: string
  /** Not counted: the players come, and code is compiled. */
  readonly warmup: string
  readonly seconds: number
}

const TRAFFIC: Record<Size, Traffic> = {
  full: { players: 1000, every: '10s', warmup: '10s', seconds: 70 },
  reduced: { players: 20, every: '1s', warmup: '1s', seconds: 3 },
}

const TEXTS = ['Hello there', 'My name is Ada', 'I like green tea', 'What do you do all day?', 'See you soon']

/** Many text sessions at once on a durable server, and the same traffic against a bare echo, one after the other. */
export const bench: Bench = async (size) => {
  const traffic = TRAFFIC[size]
  const [ours, bare] = [await ofParley(traffic), await ofEcho(traffic)]
  const [ms, bareMs] = [p99Of(ours), p99Of(bare)]
  const name = `${traffic.players} text sessions, a turn each per ${traffic.every}`
  return [
    {
      name: `${name}: sessions and turns lost`,
      ratio: lostOf(ours),
      budget: { atMost: 0 },
      detail: `${countOf(ours, 'turn.complete')} turns; ${lostOf(bare)} lost by the bare echo`,
    },
    {
      name: `${name}: p99 of the first text, over a bare echo`,
      ratio: ms / bareMs,
      budget: { atMost: 5 },
      detail: `${ms.toFixed(2)} ms over ${bareMs.toFixed(2)} ms; the players themselves were ${lateness(ours)} and ${lateness(bare)} ms late`,
    },
  ]
}

async function ofParley(traffic: Traffic): Promise<LoadTestResult> {
  const server = await openServer('127.0.0.1')
  try {
    const { id } = await server.call<{ id: string }>('POST', '/characters', { persona: { name: 'Mira' } })
    return await play(traffic, { ...server.ready, characterId: id })
  } finally {
    await server.close()
  }
}

async function ofEcho(traffic: Traffic): Promise<LoadTestResult> {
  const child: ChildProcess = fork(new URL('sessions-baseline.js', import.meta.url))
  try {
    const [baseUrl] = (await once(child, 'message')) as [string]
    return await play(traffic, { baseUrl, apiKey: 'none', characterId: 'none' })
  } finally {
    child.kill()
  }
}

type Target = { readonly baseUrl: string; readonly apiKey: string; readonly characterId: string }

/** The players come one after the other within one pause between turns, so that the turns are spread as evenly. */
async function play({ players, every, warmup, seconds }: Traffic, target: Target): Promise<LoadTestResult> {
  const scenario = {
    character: target.characterId,
    load: { players, every },
    duration: `${seconds}s`,
    ramp: every,
    warmup,
    steps: [{ text: TEXTS }],
  }
  return runLoadTest({
    plan: createPlan(scenario, { name: 'sessions', characterId: target.characterId, scenarioHash: '' }),
    target: { ...target, version: '0' },
    thresholds: [],
    worker: await findBuiltFile('loadtest/generate.worker.js'),
    processes: 1,
    runId: 'bench',
    part: null,
    serverMetrics: null,
    onSample: () => undefined,
    onSecond: () => undefined,
  })
}

const metricOf = ({ metrics }: LoadTestResult, name: string) => metrics.find(({ metric }) => metric === name)

const countOf = (result: LoadTestResult, name: string): number => metricOf(result, name)?.count ?? 0

const p99Of = (result: LoadTestResult): number => metricOf(result, 'turn.first_text')?.p99 ?? Number.NaN

const lateness = ({ generator }: LoadTestResult): string => generator.eventLoopP99Ms.toFixed(1)

/** Turns without an end, and whatever else went wrong. */
const lostOf = (result: LoadTestResult): number =>
  countOf(result, 'turn.lost') +
  result.metrics.flatMap(({ errors }) => Object.values(errors)).reduce((sum, times) => sum + times, 0)

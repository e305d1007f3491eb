import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createBodyBuilder } from '../../src/adapters/model3d/body-builder.js'
import type { BuiltModel } from '../../src/domain/generation/model-builder.js'
import { findBuiltFile } from '../../src/runtime/process/package-root.js'
import { manyDescriptions } from '../support/models/descriptions.js'
import { faultsOf, openModel, trianglesOf } from '../support/models/inspect.js'
import { loadInThree, type Moved, playClips } from '../support/models/three.js'
import { type Bench, type Figure, quantile, type Size } from './bench.js'

const DESCRIPTIONS: Record<Size, number> = { full: 200, reduced: 1 }
/** Milliseconds in which nothing is built. */
const IDLE_MS: Record<Size, number> = { full: 3000, reduced: 200 }
const LOOKS = 6

type Times = {
  readonly built: readonly Built[]
  readonly delay: number
  readonly idle: number
  readonly cpu: number
}
type Built = { readonly ms: number; readonly body: BuiltModel }

/** Builds a body from each of 200 descriptions, static and rigged, and looks at all of them with other people's tools. */
export const bench: Bench = async (size) => {
  const { built, delay, idle, cpu } = await buildAll(size)
  const times = built.map(({ ms }) => ms)
  const checked = await checkAll(built)
  const moves = checked.flatMap((one) => one.moves)
  const sum = `${built.length} models of ${DESCRIPTIONS[size]} descriptions`
  const largest = Math.max(...built.map(({ body }) => body.model.length)) / 1024
  const triangles = checked.map((one) => one.triangles)
  return [
    figure('a model, median ms in a worker', { ratio: quantile(times, 0.5), budget: 1000, detail: sum }),
    figure('a model, longest ms in a worker', { ratio: Math.max(...times), budget: 1000, detail: sum }),
    figure('a model, mean ms of processor time', { ratio: cpu, budget: 1000, detail: sum }),
    figure('event loop while models are built, p99 in ms', {
      ratio: delay,
      budget: 30,
      detail: `${idle.toFixed(1)} ms when nothing is built`,
    }),
    figure('errors and warnings of gltf-validator', {
      ratio: checked.flatMap((one) => one.faults).length,
      budget: 0,
      detail: [...new Set(checked.flatMap((one) => one.faults))].slice(0, 3).join('; '),
    }),
    figure('box of any clip over that at rest', {
      ratio: worst(moves, 'growth'),
      budget: 2,
      detail: `${moves.length} clips in three.js`,
    }),
    figure('feet off the ground in idle, in cm', {
      ratio:
        100 *
        worst(
          moves.filter(({ clip }) => clip === 'idle'),
          'lift',
        ),
      budget: 3,
      detail: '',
    }),
    figure('first pose of a clip against its last', { ratio: worst(moves, 'gap'), budget: 1e-6, detail: '' }),
    figure('triangles of the largest model', {
      ratio: Math.max(...triangles),
      budget: 14_800,
      detail: `smallest ${Math.min(...triangles)}`,
    }),
    figure('triangles of the largest preview', {
      ratio: Math.max(...checked.map((one) => one.rough)),
      budget: 1999,
      detail: '',
    }),
    figure('kB of the largest model', { ratio: largest, budget: 700, detail: '' }),
  ]
}

const figure = (
  name: string,
  { ratio, budget, detail }: { ratio: number; budget: number; detail: string },
): Figure => ({ name, ratio, budget: { atMost: budget }, detail })

const worst = (moves: readonly Moved[], of: 'growth' | 'lift' | 'gap'): number =>
  Math.max(0, ...moves.map((move) => move[of]))

async function buildAll(size: Size): Promise<Times> {
  const builder = createBodyBuilder({
    worker: await findBuiltFile('adapters/model3d/build.worker.js'),
    threads: 1,
  })
  const built: Built[] = []
  const buildEach = async () => {
    for (const wish of manyDescriptions(DESCRIPTIONS[size])) {
      for (const rigged of [false, true]) {
        const started = performance.now()
        const body = await builder.build({ ...wish, rigged })
        built.push({ ms: performance.now() - started, body })
      }
    }
  }
  try {
    // The first one loads what the thread needs.
    await builder.build({ appearance: 'warm-up', palette: [], rigged: false })
    const idle = await delayDuring(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS[size])))
    const before = process.cpuUsage()
    const delay = await delayDuring(buildEach)
    const { user, system } = process.cpuUsage(before)
    return { idle, delay, cpu: (user + system) / 1000 / built.length, built }
  } finally {
    await builder.stop()
  }
}

/** The 99th percentile of the event loop's delay in ms, the resolution of the timer included. */
async function delayDuring(work: () => Promise<void>): Promise<number> {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  await work()
  loop.disable()
  return loop.percentile(99) / 1e6
}

type Checked = {
  readonly faults: readonly string[]
  readonly moves: readonly Moved[]
  readonly triangles: number
  readonly rough: number
}

async function checkAll(built: readonly Built[]): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const { body } of built) {
    checked.push({
      faults: [...(await faultsOf(body.model)), ...(await faultsOf(body.preview))],
      moves: playClips(await loadInThree(body.model), LOOKS),
      triangles: trianglesOf(await openModel(body.model)),
      rough: trianglesOf(await openModel(body.preview)),
    })
  }
  return checked
}

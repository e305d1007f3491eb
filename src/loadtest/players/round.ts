import { listMemories } from '../../contract/memories.js'
import type { Sample } from '../results/metrics.js'
import { sleepUntil } from '../run-clock.js'
import { type PlannedStep, truncateReply } from '../scenario/checks.js'
import type { Labels } from '../scenario/labels.js'
import { createRandom } from '../scenario/plan.js'
import { millisecondsOf } from '../scenario/scenario.js'
import type { ScenarioStep } from '../scenario/steps.js'
import type { TurnMeasurementDeps } from './measure-turn.js'
import { playInterruptedTurn, playSpokenTurn, playTextTurn, type RecordedSpeech } from './play-turn.js'
import { playRestStep, playShareStep, type RestDeps } from './rest-step.js'

export type RoundDeps = TurnMeasurementDeps &
  RestDeps & {
    readonly steps: readonly PlannedStep[]
    readonly speeches: ReadonlyMap<string, RecordedSpeech>
  }

type Round = {
  /** Scheduled start. */
  readonly due: number
  readonly number: number
  readonly seed: number
}

/**
 * Plays the steps in order. The first step is scheduled at the start of the round, so that a late round shows in its
 * times (no coordinated omission); every other step starts after the one before it.
 */
export async function playRound(deps: RoundDeps, { due, number, seed }: Round): Promise<void> {
  const random = createRandom(seed * 1_000_003 + number)
  let at = due
  for (const [index, { step, labels, firstCheck }] of deps.steps.entries()) {
    const record = withStep(withLabels(deps.record, labels), labels['step'] ?? `step ${index + 1}`)
    await playStep({ ...deps, record }, step, {
      at,
      number,
      random,
      firstCheck,
    })
    at = deps.clock.now()
  }
}

/** Adds labels to every sample. */
export const withLabels = (record: (sample: Sample) => void, labels: Labels): ((sample: Sample) => void) =>
  Object.keys(labels).length === 0
    ? record
    : (sample) => record({ ...sample, labels: { ...labels, ...sample.labels } })

/** Adds to each reply that is told of which step it was. */
const withStep =
  (record: (sample: Sample) => void, step: string): ((sample: Sample) => void) =>
  (sample) => {
    const { detail, reply } = sample
    record({
      ...sample,
      ...(detail !== undefined && 'expected' in detail && { detail: { ...detail, step } }),
      ...(reply !== undefined && { reply: { ...reply, step } }),
    })
  }

type StepContext = {
  readonly at: number
  readonly number: number
  readonly random: () => number
  readonly firstCheck: number
}

async function playStep(
  deps: RoundDeps,
  step: ScenarioStep,
  { at, number, random, firstCheck }: StepContext,
): Promise<void> {
  if ('text' in step) return playText(deps, step, { at, number, firstCheck })
  if ('script' in step) return playScript(deps, step.script, { at, firstCheck })
  if ('voice' in step) {
    const { voice, transcript, expect } = step
    const speech = deps.speeches.get(voice)
    return speech && playSpokenTurn(deps, speech, { at, transcript, expect, firstCheck })
  }
  if ('rest' in step) return playRestStep(deps, step, { at, firstCheck })
  if ('share' in step) return playShareStep(deps, step.share, at)
  if ('memory' in step) return waitForMemory(deps, step, { at, firstCheck })
  return sleepUntil(deps.clock, at + thinkMs(step.think, random))
}

async function playText(
  deps: RoundDeps,
  { text, expect, interruptAfter }: Extract<ScenarioStep, { text: unknown }>,
  { at, number, firstCheck }: Omit<StepContext, 'random'>,
): Promise<void> {
  const message = typeof text === 'string' ? text : (text[number % text.length] ?? '')
  if (interruptAfter === undefined) return playTextTurn(deps, message, { at, expect, firstCheck })
  return playInterruptedTurn(deps, message, { at, afterMs: millisecondsOf(interruptAfter) })
}

async function playScript(
  deps: RoundDeps,
  script: Extract<ScenarioStep, { script: unknown }>['script'],
  { at: due, firstCheck }: Pick<StepContext, 'at' | 'firstCheck'>,
): Promise<void> {
  let at = due
  for (const [index, { say, expect }] of script.entries()) {
    await playTextTurn(deps, say, { at, expect, firstCheck: firstCheck + index })
    at = deps.clock.now()
  }
}

function thinkMs(think: string, random: () => number): number {
  const [from = '0s', to = from] = think.split('..')
  const least = millisecondsOf(from)
  return least + random() * Math.max(0, millisecondsOf(to) - least)
}

const POLL_INTERVAL_MS = 50
const DEFAULT_TIMEOUT_MS = 10_000

/** Polls until a memory contains the text, and records the time it took. */
export async function waitForMemory(
  { client, plan, playerId, clock, record }: RestDeps,
  { memory, within }: Extract<ScenarioStep, { memory: unknown }>,
  { at, firstCheck }: Pick<StepContext, 'at' | 'firstCheck'>,
): Promise<void> {
  const last = at + (within === undefined ? DEFAULT_TIMEOUT_MS : millisecondsOf(within))
  const params = { characterId: plan.characterId, playerId }
  for (;;) {
    const { memories } = await client.call(listMemories, { params, query: { limit: 100 } })
    const isThere = memories.some(({ content }) => content.includes(memory))
    const now = clock.now()
    if (isThere || now >= last) {
      const got = memories.length === 0 ? '(no memories)' : memories.map(({ content }) => content).join(' | ')
      const outcome = { check: firstCheck, isMet: isThere, ...(!isThere && { got: truncateReply(got) }) }
      const error = isThere ? null : 'missing'
      return record({ metric: 'memory.visible', at, ms: now - at, error, checks: [outcome] })
    }
    await sleepUntil(clock, now + POLL_INTERVAL_MS)
  }
}

import { listMemories } from '../contract/memories.js'
import { millisecondsOf } from './plan.js'
import type { RestDeps } from './rest-step.js'
import { sleepUntil } from './run-clock.js'
import type { ScenarioStep } from './scenario.js'

const POLL_INTERVAL_MS = 50
const DEFAULT_TIMEOUT_MS = 10_000

/** Waits until what was said is remembered. */
export async function waitForMemory(
  { client, plan, playerId, clock, record }: RestDeps,
  { memory, within }: Extract<ScenarioStep, { memory: unknown }>,
  at: number,
): Promise<void> {
  const last = at + (within === undefined ? DEFAULT_TIMEOUT_MS : millisecondsOf(within))
  const params = { characterId: plan.characterId, playerId }
  for (;;) {
    const { memories } = await client.call(listMemories, { params, query: { limit: 100 } })
    const isThere = memories.some(({ content }) => content.includes(memory))
    const now = clock.now()
    if (isThere || now >= last) {
      return record({ metric: 'memory.visible', at, ms: now - at, error: isThere ? null : 'missing' })
    }
    await sleepUntil(clock, now + POLL_INTERVAL_MS)
  }
}

import { type Client, ServiceError } from '../../client/create-client.js'
import { fetchWithinOrigin } from '../../client/fetch-within-origin.js'
import { openShare } from '../../contract/shares.js'
import type { Fetch } from '../../network/fetch.js'
import type { Metric, Sample } from '../results/metrics.js'
import type { RunClock } from '../run-clock.js'
import type { ScenarioStep } from '../scenario/scenario.js'

export type RestDeps = {
  readonly client: Client
  readonly fetch: Fetch
  readonly apiKey: string | undefined
  readonly plan: { readonly characterId: string; readonly turnTimeoutMs: number }
  readonly playerId: string
  readonly clock: RunClock
  record(sample: Sample): void
}

const FIRST_ERROR_STATUS = 400

/** Sends a request of the scenario, with the API key of the run. */
export async function playRestStep(
  deps: RestDeps,
  { rest, body, status }: Extract<ScenarioStep, { rest: unknown }>,
  at: number,
): Promise<void> {
  const { client, fetch, apiKey, plan, playerId } = deps
  const [method = '', path = ''] = rest.split(' ')
  const filled = path
    .replaceAll('{characterId}', encodeURIComponent(plan.characterId))
    .replaceAll('{playerId}', encodeURIComponent(playerId))
  const request = {
    method,
    headers: {
      ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(plan.turnTimeoutMs),
  }
  await measureRequest(deps, { metric: `http.${rest}`, at }, async () => {
    const url = new URL(`${client.baseUrl}${filled}`)
    if (url.origin !== new URL(client.baseUrl).origin) throw new TypeError('The path leads to another host')
    const response = await fetchWithinOrigin(fetch, url, request)
    await response.arrayBuffer()
    const isExpected =
      status === undefined ? response.status < FIRST_ERROR_STATUS : response.status === status
    return isExpected ? null : String(response.status)
  })
}

/** The metric of share steps. */
export const OPEN_SHARE_METRIC = `http.POST ${openShare.url.replace(/:(\w+)/g, '{$1}')}` as const

/** Opens a share link, whose id is the credential. */
export const playShareStep = (deps: RestDeps, shareId: string, at: number): Promise<void> =>
  measureRequest(deps, { metric: OPEN_SHARE_METRIC, at }, async () => {
    await deps.client.call(openShare, { params: { shareId } })
    return null
  })

async function measureRequest(
  { clock, record }: Pick<RestDeps, 'clock' | 'record'>,
  { metric, at }: { readonly metric: Metric; readonly at: number },
  request: () => Promise<string | null>,
): Promise<void> {
  const error = await request().catch(failureOf)
  record({ metric, at, ms: clock.now() - at, error })
}

function failureOf(error: unknown): string {
  if (error instanceof ServiceError) return String(error.status)
  return error instanceof Error ? error.name : String(error)
}

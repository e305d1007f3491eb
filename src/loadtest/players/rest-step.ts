import { type Client, ServiceError } from '../../client/create-client.js'
import { fetchWithinOrigin } from '../../client/fetch-within-origin.js'
import { openShare } from '../../contract/shares.js'
import type { Fetch } from '../../network/fetch.js'
import type { CheckOutcome, Metric, Sample } from '../results/metrics.js'
import type { RunClock } from '../run-clock.js'
import type { ScenarioStep } from '../scenario/steps.js'

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
  { at, firstCheck }: { readonly at: number; readonly firstCheck: number },
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
  await measureRequest(
    deps,
    { metric: `http.${rest}`, at, check: status === undefined ? null : firstCheck },
    async () => {
      const url = new URL(`${client.baseUrl}${filled}`)
      if (url.origin !== new URL(client.baseUrl).origin) throw new TypeError('The path leads to another host')
      const response = await fetchWithinOrigin(fetch, url, request)
      await response.arrayBuffer()
      const isExpected =
        status === undefined ? response.status < FIRST_ERROR_STATUS : response.status === status
      return { error: isExpected ? null : String(response.status), got: String(response.status) }
    },
  )
}

/** The metric of share steps. */
export const OPEN_SHARE_METRIC = `http.POST ${openShare.url.replace(/:(\w+)/g, '{$1}')}` as const

/** Opens a share link, whose id is the credential. */
export const playShareStep = (deps: RestDeps, shareId: string, at: number): Promise<void> =>
  measureRequest(deps, { metric: OPEN_SHARE_METRIC, at, check: null }, async () => {
    await deps.client.call(openShare, { params: { shareId } })
    return { error: null, got: '' }
  })

type Answer = {
  readonly error: string | null
  /** What is shown where another one was expected. */
  readonly got: string
}

async function measureRequest(
  { clock, record }: Pick<RestDeps, 'clock' | 'record'>,
  {
    metric,
    at,
    check,
  }: {
    readonly metric: Metric
    readonly at: number /** Its number in the plan. */
    readonly check: number | null
  },
  request: () => Promise<Answer>,
): Promise<void> {
  const { error, got } = await request().catch(failureOf)
  const isMet = error === null
  const checks: CheckOutcome[] = check === null ? [] : [{ check, isMet, ...(!isMet && { got }) }]
  record({ metric, at, ms: clock.now() - at, error, ...(check !== null && { checks }) })
}

function failureOf(error: unknown): Answer {
  const name = error instanceof ServiceError ? String(error.status) : errorNameOf(error)
  return { error: name, got: `(no answer: ${name})` }
}

const errorNameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error))

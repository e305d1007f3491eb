import type { ModelJob, ModelOrder } from '../../characters/model-job.js'
import type { CharacterRecord } from '../../characters/record.js'
import type { Timers } from '../../clock.js'
import { domainError, notFound } from '../../errors.js'
import type { PaletteExtractor } from '../../images/ports.js'
import { createKeyedMutex } from '../../keyed-mutex.js'
import type { Ids } from '../../random.js'
import { updateRecord } from '../../unit-of-work.js'
import { type AdvanceJobDeps, advanceJob, beginTask } from './advance-job.js'
import { hasActiveJob, newJob, withJob } from './job.js'
import { type ModelService, ModelServiceError } from './ports.js'

/** 3D models that are generated for this server. */
export interface LiveModels {
  /**
   * Starts a model of a character. Throws `conflict` while one is being generated, `quota` when that of the service is
   * exhausted, `upstream` when the service fails, and `unavailable` when none is configured.
   */
  start(record: CharacterRecord, rigged: boolean): Promise<ModelJob>
  /** Polls the service, which advances the job by at most one state; the character, or undefined when it is gone. */
  poll(record: CharacterRecord): Promise<CharacterRecord | undefined>
  /** Aborts what is in progress and resolves when nothing is. The next poll continues it. */
  settle(): Promise<void>
}

export type LiveModelDeps = AdvanceJobDeps & {
  readonly palettes: PaletteExtractor
  readonly ids: Ids
  readonly timers: Pick<Timers, 'after'>
}

/** Clients wait ten seconds for a poll; what takes longer goes on after the response. */
const POLL_TIMEOUT_MS = 7000
/** Retry time of an exhausted service that names none. */
const RETRY_SECONDS = 60

export function createLiveModels(deps: LiveModelDeps): LiveModels {
  const { characters, log } = deps
  const mutex = createKeyedMutex()
  /** Characters that reached a new state after the response to the poll was sent. */
  const unseen = new Set<string>()
  let stop = new AbortController()

  const advance = async (id: string) => {
    const { signal } = stop
    let record = await advanceJob(deps, id, signal)
    while (deps.service?.isSynchronous && !signal.aborted && record !== undefined && hasActiveJob(record))
      record = await advanceJob(deps, id, signal)
    return record
  }
  const pollOnce = (id: string, isAwaited: () => boolean) =>
    mutex.runExclusive(id, async () => {
      // Clients must see every state: the job advances only after a response has shown the current one.
      if (!isAwaited() || unseen.delete(id)) return characters.find(id)
      const record = await advance(id)
      if (!isAwaited() && record !== undefined && hasActiveJob(record)) unseen.add(id)
      return record
    })

  return {
    start: (record, rigged) =>
      mutex.runExclusive(record.id, () => {
        unseen.delete(record.id)
        return startJob(deps, record, { rigged, signal: stop.signal })
      }),
    async poll(record) {
      if (!hasActiveJob(record)) return record
      let isAwaited = true
      const polled = pollOnce(record.id, () => isAwaited)
      const isFinished = await finishesInTime(deps.timers, polled)
      isAwaited = false
      if (isFinished) return polled
      polled.catch((error: unknown) => log.error('polling a 3D model failed', { error }))
      return characters.find(record.id)
    },
    async settle() {
      stop.abort(new Error('settled'))
      await mutex.whenIdle()
      unseen.clear()
      stop = new AbortController()
    },
  }
}

/** Whether the work settles before the client's timeout. */
async function finishesInTime(timers: Pick<Timers, 'after'>, work: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const timedOut = new Promise<boolean>((resolve) => {
    cancel = timers.after(POLL_TIMEOUT_MS, () => resolve(false))
  })
  const settled = work.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, timedOut]).finally(() => cancel())
}

type StartJobInput = { readonly rigged: boolean; readonly signal: AbortSignal }

async function startJob(
  deps: LiveModelDeps,
  { id, appearance, avatar_file }: CharacterRecord,
  { rigged, signal }: StartJobInput,
): Promise<ModelJob> {
  const service = deps.service ?? throwNotConfigured()
  const order = { appearance: appearance ?? '', palette: await paletteOf(deps, avatar_file), rigged }
  const { before, job } = await reserveJob(deps, id, { order, service })
  try {
    await beginTask({ ...deps, service, signal }, id, job)
    return job
  } catch (error) {
    // Undo the reservation.
    await updateRecord(deps, { kind: 'characters', id }, (current) =>
      current.model_job?.id === job.id
        ? { ...current, model_job: before.model_job, model_status: before.model_status }
        : current,
    )
    throw asDomainError(error)
  }
}

type Reservation = { readonly order: ModelOrder; readonly service: ModelService }

/** Stores the job before the service is called, so that concurrent requests do not start two. */
async function reserveJob(deps: LiveModelDeps, id: string, { order, service }: Reservation) {
  const now = deps.clock.now().toISOString()
  const job = newJob({ id: deps.ids.uuid(), provider: service.name, order: mutable(order), now })
  return deps.transact({ before: { kind: 'characters', id } }, ({ before }) => {
    if (before === undefined) throw notFound('Character')
    if (hasActiveJob(before)) throw jobAlreadyActive()
    return {
      writes: [{ kind: 'characters', put: withJob(before, job, now) }],
      result: { before, job },
    }
  })
}

const mutable = (order: ModelOrder): ModelOrder => ({ ...order, palette: [...order.palette] })

async function paletteOf(
  { files, palettes }: LiveModelDeps,
  avatar: CharacterRecord['avatar_file'],
): Promise<string[]> {
  const bytes = avatar === null ? undefined : await files.open(avatar.sha256)
  return bytes === undefined ? [] : [...(await palettes.extract(bytes))]
}

export const jobAlreadyActive = () => domainError('modelInProgress')

export function throwNotConfigured(): never {
  throw domainError('noModelService')
}

function asDomainError(error: unknown): unknown {
  if (!(error instanceof ModelServiceError)) return error
  const { reason, message, retryAfterSeconds = RETRY_SECONDS } = error
  if (reason !== 'exhausted') return domainError('providerFailed', message, { cause: error })
  return domainError('modelServiceExhausted', { cause: error, retryAfterSeconds })
}

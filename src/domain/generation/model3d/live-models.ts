import type { ModelJob, ModelOrder } from '../../characters/model-job.js'
import type { CharacterRecord } from '../../characters/record.js'
import type { Timers } from '../../clock.js'
import { domainError, notFound } from '../../errors.js'
import type { PaletteExtractor } from '../../images/ports.js'
import { createKeyedMutex } from '../../keyed-mutex.js'
import type { Ids } from '../../random.js'
import { type AdvanceJobDeps, advanceJob, beginTask } from './advance-job.js'
import { hasActiveJob, newJob, withJob } from './job.js'
import { type ModelService, ModelServiceError } from './ports.js'

/** The models that this server has made for it. */
export interface LiveModels {
  /**
   * Begins a model of a character. Throws `conflict` while one is being made, `quota` when the service's is exhausted,
   * `upstream` when it fails, `unavailable` when there is none.
   */
  start(record: CharacterRecord, rigged: boolean): Promise<ModelJob>
  /** Asks how the model gets on, which moves it on by one state; the character as it is then, undefined when it is gone. */
  poll(record: CharacterRecord): Promise<CharacterRecord | undefined>
  /** Lets go of what is under way; resolves when nothing is any more. The next question takes it up again. */
  settle(): Promise<void>
}

export type LiveModelDeps = AdvanceJobDeps & {
  readonly palettes: PaletteExtractor
  readonly ids: Ids
  readonly timers: Pick<Timers, 'after'>
}

/** Clients give a question ten seconds; what takes longer goes on without them. */
const POLL_TIMEOUT_MS = 7000
/** When a service that names no time may have room again. */
const RETRY_SECONDS = 60

export function createLiveModels(deps: LiveModelDeps): LiveModels {
  const { characters, log } = deps
  const turns = createKeyedMutex()
  /** Characters that came to a state after the client that had asked was answered. */
  const unseen = new Set<string>()
  let stop = new AbortController()

  const moveOn = async (id: string) => {
    const { signal } = stop
    let record = await advanceJob(deps, id, signal)
    while (deps.service?.isSynchronous && !signal.aborted && record !== undefined && hasActiveJob(record))
      record = await advanceJob(deps, id, signal)
    return record
  }
  const take = (id: string, isAwaited: () => boolean) =>
    turns.runExclusive(id, async () => {
      // Nobody shall miss a state: it goes on once somebody has seen where it is.
      if (!isAwaited() || unseen.delete(id)) return characters.find(id)
      const record = await moveOn(id)
      if (!isAwaited() && record !== undefined && hasActiveJob(record)) unseen.add(id)
      return record
    })

  return {
    start: (record, rigged) =>
      turns.runExclusive(record.id, () => {
        unseen.delete(record.id)
        return startJob(deps, record, { rigged, signal: stop.signal })
      }),
    async poll(record) {
      if (!hasActiveJob(record)) return record
      let isAwaited = true
      const turn = take(record.id, () => isAwaited)
      const isOver = await finishesInTime(deps.timers, turn)
      isAwaited = false
      if (isOver) return turn
      turn.catch((error: unknown) => log.error('asking for a 3D model failed', { error }))
      return characters.find(record.id)
    },
    async settle() {
      stop.abort(new Error('settled'))
      await turns.whenIdle()
      unseen.clear()
      stop = new AbortController()
    },
  }
}

/** Whether the work is over, well or badly, while a client waits. */
async function finishesInTime(timers: Pick<Timers, 'after'>, work: Promise<unknown>): Promise<boolean> {
  let cancel = () => {}
  const enough = new Promise<boolean>((resolve) => {
    cancel = timers.after(POLL_TIMEOUT_MS, () => resolve(false))
  })
  const over = work.then(
    () => true,
    () => true,
  )
  return Promise.race([over, enough]).finally(() => cancel())
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
    // As if nobody had asked.
    await deps.characters.update(id, (current) =>
      current.model_job?.id === job.id
        ? { ...current, model_job: before.model_job, model_status: before.model_status }
        : current,
    )
    throw asDomainError(error)
  }
}

type Reservation = { readonly order: ModelOrder; readonly service: ModelService }

/** Stored first, so that no two ask the service for the same. */
async function reserveJob(deps: LiveModelDeps, id: string, { order, service }: Reservation) {
  const now = deps.clock.now().toISOString()
  const job = newJob({ id: deps.ids.uuid(), provider: service.name, order: mutable(order), now })
  let before: CharacterRecord | undefined
  const reserved = await deps.characters.update(id, (current) => {
    if (hasActiveJob(current)) throw jobAlreadyActive()
    before = current
    return withJob(current, job, now)
  })
  if (reserved === undefined || before === undefined) throw notFound('Character')
  return { before, job }
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

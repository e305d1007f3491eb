import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.js'
import type { ModelJob } from '../../characters/model-job.js'
import type { CharacterRepository } from '../../characters/ports.js'
import type { CharacterRecord } from '../../characters/record.js'
import type { Clock } from '../../clock.js'
import type { FileStore } from '../../files/ports.js'
import type { StoredFile } from '../../files/stored-file.js'
import type { Log } from '../../log.js'
import { type UnitOfWork, updateRecord } from '../../unit-of-work.js'
import { type FetchedParts, withFetchedParts } from './fetch-parts.js'
import { hasActiveJob, overallProgress, STAGES, withJob } from './job.js'
import { type ModelService, ModelServiceError, type ModelTask } from './ports.js'

export type AdvanceJobDeps = UnitOfWork & {
  readonly characters: Pick<CharacterRepository, 'find'>
  readonly files: Pick<FileStore, 'put' | 'open'>
  /** Null when none is configured. */
  readonly service: ModelService | null
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}
type JobContext = Omit<AdvanceJobDeps, 'service'> & {
  readonly service: ModelService
  readonly signal: AbortSignal
}

/** A job fails when its service has not responded for so long, or has not finished for so long, in milliseconds. */
const SERVICE_TIMEOUT_MS = 10 * MINUTE_MS
const JOB_TIMEOUT_MS = 4 * HOUR_MS
const FAILED = 'a 3D model could not be generated'

/**
 * Advances the job of a character by at most one state, as far as its service is, and returns the character; undefined
 * when it is gone. A temporary failure leaves the job unchanged, because clients take any error for its end
 * (docs/wire-protocol.md, Model polling). Calls for one character must not overlap.
 */
export async function advanceJob(
  deps: AdvanceJobDeps,
  id: string,
  signal: AbortSignal,
): Promise<CharacterRecord | undefined> {
  const record = await deps.characters.find(id)
  const job = record?.model_job ?? null
  if (record === undefined || job === null || !hasActiveJob(record)) return record
  const { service } = deps
  // Another service does not know the job's tasks.
  if (service === null || service.name !== job.provider) return failJob(deps, id, job)
  try {
    return await advanceStage({ ...deps, service, signal }, id, job)
  } catch (error) {
    if (signal.aborted) return deps.characters.find(id)
    if (!(error instanceof ModelServiceError)) throw error
    deps.log.warn(FAILED, {
      provider: service.name,
      reason: error.message,
      isFinal: error.reason === 'refused',
    })
    if (error.reason === 'refused' || isServiceTimedOut(deps, job)) return failJob(deps, id, job)
    return deps.characters.find(id)
  }
}

/** Starts the task of the job's stage. */
export async function beginTask(
  deps: JobContext,
  id: string,
  job: ModelJob,
): Promise<CharacterRecord | undefined> {
  const { order, step, before } = job
  const task = await deps.service.startTask({ order, step, before }, deps.signal)
  const now = deps.clock.now().toISOString()
  return saveJob(deps, id, { job: { ...job, task, begunAt: now, heardAt: now } })
}

async function advanceStage(
  deps: JobContext,
  id: string,
  job: ModelJob,
): Promise<CharacterRecord | undefined> {
  const { step, parts } = STAGES[job.stage]
  // The task was not started: because of a crash, or because the service was unreachable.
  if (job.task === null) return beginTask(deps, id, job)
  const { order, task } = job
  const current: ModelTask = { order, step: job.step, task, begunAt: new Date(job.begunAt) }
  if (step !== null) {
    const report = await deps.service.poll(current, deps.signal)
    if (report.state === 'failed') return failJob(deps, id, job)
    if (report.state === 'running') return recordProgress(deps, id, { job, progress: report.progress })
  }
  const use = (fetched: FetchedParts) => enterNextStage(deps, id, { job, fetched })
  return withFetchedParts(deps, current, { parts, signal: deps.signal, use })
}

/** Writes only real changes, because each write costs a sync of the disk. */
async function recordProgress(
  deps: JobContext,
  id: string,
  { job, progress: taskProgress }: { readonly job: ModelJob; readonly progress: number },
): Promise<CharacterRecord | undefined> {
  if (deps.clock.now().getTime() - Date.parse(job.startedAt) > JOB_TIMEOUT_MS) return failJob(deps, id, job)
  const progress = overallProgress(job, taskProgress)
  const heardAt = deps.clock.now().toISOString()
  const isWorthWriting =
    progress !== job.progress || Date.parse(heardAt) - Date.parse(job.heardAt) > SERVICE_TIMEOUT_MS / 10
  return isWorthWriting ? saveJob(deps, id, { job: { ...job, progress, heardAt } }) : deps.characters.find(id)
}

type StageResult = { readonly job: ModelJob; readonly fetched: FetchedParts }

async function enterNextStage(
  deps: JobContext,
  id: string,
  entry: StageResult,
): Promise<CharacterRecord | undefined> {
  const { job, fetched } = entry
  const { next, to } = STAGES[job.stage]
  if (next === 'ready') return completeJob(deps, id, entry)
  const { step } = STAGES[next]
  const entered: ModelJob = {
    ...job,
    stage: next,
    // A stage without a task keeps the previous one, from which the next stage continues.
    ...(step !== null && { step, task: null, before: job.task }),
    progress: Math.max(job.progress, to),
    hasPreview: job.hasPreview || fetched.has('preview'),
    hasThumbnail: job.hasThumbnail || fetched.has('thumbnail'),
    heardAt: deps.clock.now().toISOString(),
  }
  const record = await saveJob(deps, id, { job: entered, files: filesOf(fetched) })
  if (step === null || record?.model_job?.id !== job.id) return record
  return beginTask(deps, id, entered)
}

/** Replaces the previous model, whose files are deleted. */
async function completeJob(
  { transact, clock }: JobContext,
  id: string,
  { job, fetched }: StageResult,
): Promise<CharacterRecord | undefined> {
  const model = fetched.get('model')
  if (model?.metadata == null) throw new ModelServiceError('refused', 'The 3D model service sent no model')
  const { isRigged, animations, shown, notShown } = model.metadata
  const updated_at = clock.now().toISOString()
  return updateRecord({ transact }, { kind: 'characters', id }, (current) => {
    if (current.model_job?.id !== job.id) return current
    const { model_preview_file, model_thumbnail_file, ...rest } = { ...current, ...filesOf(fetched) }
    const hasThumbnail = job.hasThumbnail || fetched.has('thumbnail')
    return {
      ...rest,
      model_file: { sha256: model.file.sha256, name: 'model.glb' },
      model_url: null,
      model_status: 'ready',
      model_rigged: isRigged,
      model_animations: [...animations],
      model_shown: [...shown],
      model_not_shown: [...notShown],
      model_preview_file: job.hasPreview ? model_preview_file : null,
      model_preview_url: null,
      model_thumbnail_file: hasThumbnail ? model_thumbnail_file : null,
      model_job: null,
      updated_at,
    }
  })
}

type ModelFiles = Partial<Pick<CharacterRecord, 'model_preview_file' | 'model_thumbnail_file'>>

function filesOf(fetched: FetchedParts): ModelFiles {
  const named = (part: 'preview' | 'thumbnail', name: string): StoredFile | undefined => {
    const sha256 = fetched.get(part)?.file.sha256
    return sha256 === undefined ? undefined : { sha256, name }
  }
  const preview = named('preview', 'preview.glb')
  const thumbnail = named('thumbnail', 'thumbnail.png')
  return {
    ...(preview !== undefined && { model_preview_file: preview }),
    ...(thumbnail !== undefined && { model_thumbnail_file: thumbnail }),
  }
}

type SaveDeps = Pick<AdvanceJobDeps, 'transact' | 'clock'>

/** Stores the job and its files, unless another job or an uploaded model has replaced it. */
async function saveJob(
  { transact, clock }: SaveDeps,
  id: string,
  { job, files = {} }: { readonly job: ModelJob; readonly files?: ModelFiles },
): Promise<CharacterRecord | undefined> {
  const now = clock.now().toISOString()
  return updateRecord({ transact }, { kind: 'characters', id }, (current) =>
    current.model_job?.id === job.id ? { ...withJob(current, job, now), ...files } : current,
  )
}

/** Marks the job as failed at its current stage. */
async function failJob(
  { transact, clock }: SaveDeps,
  id: string,
  { id: jobId }: ModelJob,
): Promise<CharacterRecord | undefined> {
  const now = clock.now().toISOString()
  return updateRecord({ transact }, { kind: 'characters', id }, (current) => {
    const { model_job: job } = current
    return job?.id === jobId ? withJob(current, { ...job, isFailed: true }, now) : current
  })
}

const isServiceTimedOut = ({ clock }: Pick<AdvanceJobDeps, 'clock'>, { heardAt }: ModelJob): boolean =>
  clock.now().getTime() - Date.parse(heardAt) > SERVICE_TIMEOUT_MS

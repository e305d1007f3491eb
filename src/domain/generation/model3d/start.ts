import type { Limits } from '../../../contract/limits.js'
import type { StartedModel, StartModel } from '../../../contract/models.js'
import type { CallerIdentity } from '../../access.js'
import { type FindCharacterDeps, findReadableCharacter } from '../../characters/access.js'
import { domainError } from '../../errors.js'
import { generationQuota, modelQuota } from '../../limits/quotas.js'
import { type ReserveQuotaDeps, withQuota } from '../../limits/reserve-quota.js'
import { hasActiveJob } from './job.js'
import { jobAlreadyActive, type LiveModels, throwNotConfigured } from './live-models.js'

/** The configuration of model generation. */
export type ModelSettings = {
  /** Whether a service is configured. */
  readonly isConfigured: boolean
  /** Most models of an account per day (UTC); Infinity: no limit. */
  readonly quota: number
}

export type StartModelDeps = FindCharacterDeps &
  ReserveQuotaDeps & {
    readonly liveModels: Pick<LiveModels, 'start'>
    readonly limits: Pick<Limits, 'generationsPerHour'>
    readonly models: Pick<ModelSettings, 'isConfigured' | 'quota'>
  }

/** `taskId`: this server's id of the job, never the provider's; only old paths show it. */
type StartedModelJob = StartedModel & { readonly taskId: string }

type StartModelInput = { readonly id: string; readonly input: StartModel | null | undefined }

/**
 * Starts the generation of a 3D model from a character's appearance; it replaces an existing model. Throws as
 * `LiveModels.start` does, `not_found` for a character that the caller may not read, `invalid` for one without appearance.
 */
export async function startModel(
  deps: StartModelDeps,
  caller: CallerIdentity,
  { id, input }: StartModelInput,
): Promise<StartedModelJob> {
  // Open in the contract: its errors have no 403 here, so another player's character is a 404, as for the status.
  const record = await findReadableCharacter(deps, caller, id)
  if (!deps.models.isConfigured) throwNotConfigured()
  if (!record.appearance?.trim()) {
    throw domainError('noAppearance')
  }
  if (hasActiveJob(record)) throw jobAlreadyActive()
  const { accountId } = caller
  const quotas = [generationQuota(deps.limits, accountId), modelQuota(deps.models.quota, accountId)]
  const rigged = input?.rigged ?? false
  const job = await withQuota(deps, quotas, () => deps.liveModels.start(record, rigged))
  return { characterId: id, modelStatus: job.stage, rigged, taskId: job.id }
}

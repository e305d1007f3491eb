import type { ModelServiceProvider } from '../../adapters/model-service/provider.js'
import type { Advance, FailingAt } from '../../adapters/model-service/stub.js'
import type { RawModel3dConfig } from './config-schema.js'
import { headerProblems, isHttpUrl, readApiKey } from './model-provider-config.js'
import type { SchemaProblem } from './schema-problems.js'
import type { ConfigContext } from './secret-source.js'

/** The provider of 3D models, with its secrets. */
export type Model3dConfig = {
  /** Models per account and day (UTC); Infinity: no quota. */
  readonly quota: number
} & (
  | { readonly provider: 'none' }
  | {
      readonly provider: 'stub'
      readonly advance: Advance
      readonly secondsPerStage: number
      /** Null: the stub never fails. */
      readonly fail: FailingAt | null
    }
  | ({ readonly provider: 'meshy' } & ModelServiceProvider)
)

/** Without a section `model3d`. */
export const DEFAULT_MODEL3D: Model3dConfig = {
  quota: Number.POSITIVE_INFINITY,
  provider: 'stub',
  advance: 'polls',
  secondsPerStage: 5,
  fail: null,
}

const MESHY_URL = 'https://api.meshy.ai/openapi'
/** Well below the ten seconds after which clients give up. */
const TIMEOUT_SECONDS = 4

type Key = keyof RawModel3dConfig

/** The keys of each provider, besides the common ones. */
const KEYS: Readonly<Record<Model3dConfig['provider'], readonly Key[]>> = {
  none: [],
  stub: ['advance', 'secondsPerStage', 'fail'],
  meshy: ['baseUrl', 'apiKeyEnv', 'apiKeyFile', 'headers', 'timeoutSeconds', 'actionId'],
}
const COMMON: readonly Key[] = ['provider', 'quota']

type Outcome = { readonly model3d: Model3dConfig; readonly problems: readonly SchemaProblem[] }

/** Completes the section with its defaults and its secret, and lists the problems that its schema cannot express. */
export async function readModel3dConfig(
  written: RawModel3dConfig | undefined,
  context: ConfigContext,
): Promise<Outcome> {
  if (written === undefined) return { model3d: DEFAULT_MODEL3D, problems: [] }
  const { provider = 'stub', baseUrl } = written
  const key = await readApiKey({ ...written, isOptional: provider !== 'meshy' }, context)
  const foreignKeys = Object.keys(written).filter(
    (name) => ![...COMMON, ...KEYS[provider]].includes(name as Key),
  )
  const problems: SchemaProblem[] = [
    ...foreignKeys.map((name) => ({ path: [name], text: `is not for the provider ${provider}` })),
    ...(baseUrl === undefined || isHttpUrl(baseUrl)
      ? []
      : [{ path: ['baseUrl'], text: 'must be an http or https address' }]),
    ...headerProblems(written.headers),
    ...(provider === 'meshy' ? key.problems : []),
  ]
  return {
    model3d: applyDefaults(written, key.secret),
    problems: problems.map(({ path, text }) => ({ path: ['model3d', ...path], text })),
  }
}

function applyDefaults(written: RawModel3dConfig, apiKey: string | undefined): Model3dConfig {
  const { provider = 'stub', quota = Number.POSITIVE_INFINITY } = written
  switch (provider) {
    case 'none':
      return { provider, quota }
    case 'stub': {
      const { advance = 'polls', secondsPerStage = 5, fail = null } = written
      return { provider, quota, advance, secondsPerStage, fail }
    }
    case 'meshy': {
      const { baseUrl = MESHY_URL, headers = {}, timeoutSeconds = TIMEOUT_SECONDS, actionId = 0 } = written
      return {
        provider,
        quota,
        baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
        apiKey,
        headers,
        timeoutSeconds,
        actionId,
      }
    }
  }
}

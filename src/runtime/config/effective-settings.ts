import { redactedAddress } from '../../adapters/provider-failure.js'
import type { ServerSetting } from '../../contract/providers.js'
import type { Config } from './config.js'

const DEFAULT = 'default'

/** The options of a server that `config show` explains. */
type ExplainedOptions = {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly dataDir?: string | undefined
  readonly store?: string | undefined
  readonly standby?: boolean | undefined
  readonly members?: boolean | undefined
  readonly workers?: number | undefined
  readonly blobs?: string | undefined
  readonly configFile?: string | undefined
  readonly limits?: string | undefined
  readonly pace?: string | undefined
  readonly logLevel?: string | undefined
  readonly llm?: string | undefined
  readonly tts?: string | undefined
  readonly stt?: string | undefined
  readonly vision?: string | undefined
  readonly embeddings?: string | undefined
  /** Where options come from, such as `PARLEY_LLM`. Default: the flag. */
  readonly origins?: Readonly<Record<string, string>> | undefined
}

type Described = { readonly options: ExplainedOptions; readonly config: Config }

/** The settings in force, and where each comes from: a flag, a variable, a file, or the default. Without secrets. */
export function describeSettings(
  { options, config }: Described,
  inForce: Readonly<Record<string, string>>,
): readonly ServerSetting[] {
  const sourceOf = (name: string, isGiven: boolean) =>
    isGiven ? (options.origins?.[name] ?? `--${name}`) : DEFAULT
  const given: Readonly<Record<string, unknown>> = {
    ...{ host: options.host, port: options.port, 'data-dir': options.dataDir, config: options.configFile },
    ...{ store: options.store, standby: options.standby, members: options.members, blobs: options.blobs },
    ...{
      workers: options.workers,
      limits: options.limits,
      pace: options.pace,
      'log-level': options.logLevel,
    },
  }
  const inFile: Readonly<Record<string, unknown>> = {
    ...{ store: config.store, standby: config.standby, members: config.members, workers: config.workers },
    blobs: config.blobs.url,
  }
  const source = (key: string) =>
    given[key] === undefined && inFile[key] !== undefined
      ? (options.configFile ?? DEFAULT)
      : sourceOf(key, given[key] !== undefined)
  return [
    ...Object.entries(inForce).map(([key, value]) => ({ key, value, source: source(key) })),
    ...providerSettings({ options, config }, sourceOf),
  ]
}

type Provider = {
  readonly name: string
  readonly baseUrl: string
  /** A variable, or `default`; undefined: it was written with the provider. */
  readonly baseUrlSource?: string | undefined
  readonly model?: string | undefined
  readonly apiKey?: string | undefined
  readonly apiKeySource?: string | undefined
}

function providerSettings(
  { options, config }: Described,
  sourceOf: (name: string, isGiven: boolean) => string,
): readonly ServerSetting[] {
  const file = options.configFile ?? DEFAULT
  const roles = ['llm', 'tts', 'stt', 'vision'] as const
  const sections = roles.flatMap((role) => {
    const section: { readonly default: string; readonly providers: readonly Provider[] } = config[role]
    const isGiven = options[role] !== undefined
    const unchosen = section.providers.length === 0 ? DEFAULT : file
    const source = isGiven ? sourceOf(role, true) : unchosen
    return [
      { key: role, value: section.default, source },
      ...section.providers.flatMap((provider) => {
        const isChosen = isGiven && provider.name === section.default
        return describeProvider(`${role}.providers.${provider.name}`, provider, isChosen ? source : file)
      }),
    ]
  })
  const { embeddings, memories } = config
  const source = options.embeddings === undefined ? file : sourceOf('embeddings', true)
  return [
    ...sections,
    { key: 'embeddings', value: embeddings.kind, source: embeddings.kind === 'hash' ? DEFAULT : source },
    ...(embeddings.kind === 'openai-compatible'
      ? describeProvider('embeddings', { ...embeddings, name: '' }, source)
      : []),
    {
      key: 'memories.extraction',
      value: memories.extraction,
      source: memories.isConfigured ? file : DEFAULT,
    },
  ]
}

const describeProvider = (
  key: string,
  { baseUrl, baseUrlSource, model, apiKey, apiKeySource }: Provider,
  source: string,
): ServerSetting[] => [
  { key: `${key}.baseUrl`, value: redactedAddress(baseUrl), source: baseUrlSource ?? source },
  { key: `${key}.model`, value: model ?? 'asked of the provider', source },
  {
    key: `${key}.apiKey`,
    value: apiKey === undefined ? 'none' : 'set, not shown',
    source: apiKeySource ?? source,
  },
]

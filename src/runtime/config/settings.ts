import { resolve } from 'node:path'
import { MODEL_ROLES } from '../../adapters/model/choose-model.js'
import type { S3Settings } from '../../adapters/object-storage/s3-settings.js'
import type { Limits } from '../../contract/limits.js'
import type { ModelFinalState } from '../../contract/models.js'
import type { ServerSetting } from '../../contract/providers.js'
import { type AddressRange, parseAddressRange } from '../../domain/control/address-range.js'
import {
  type PrivateHost,
  type PrivateHosts,
  parsePrivateHost,
} from '../../domain/documents/private-hosts.js'
import { DomainError } from '../../domain/errors.js'
import type { HttpSettings } from '../../http/http-deps.js'
import type { StandbyLine } from '../local-state/standby-line.js'
import { stateFolder } from '../local-state/state-folder.js'
import type { LogFormat, LogLevel } from '../observability/log-options.js'
import { StartError } from '../process/start-error.js'
import type { OnKeptRecord } from '../world/seed-differences.js'
import { findWorldDuplicates } from '../world/world-duplicates.js'
import { type World, WorldSchema } from '../world/world-schema.js'
import type { ProviderChoices } from './apply-choices.js'
import { readBlobs, shownBlobs } from './blobs-config.js'
import { type Config, DEFAULT_CONFIG, readConfig } from './config.js'
import { describeSettings } from './effective-settings.js'
import { readLimits } from './limits-config.js'
import { isHttpUrl } from './model-provider-config.js'
import { readServing, readStore, shownServing } from './store-config.js'
import { readValidatedYaml } from './validated-yaml.js'

/** The options of a server; each has a default. */
export type ServerOptions = {
  readonly host?: string | undefined
  readonly port?: number | undefined
  /** Folder for records and files. */
  readonly dataDir?: string | undefined
  /** Accepts a data folder that was not named explicitly although another user could have created it. */
  readonly adopt?: boolean | undefined
  /** Keeps records in RAM, and files in a private temporary folder that is removed at the end. */
  readonly ephemeral?: boolean | undefined
  /** `postgres://USER@HOST/DATABASE`: keeps the records in this database. Default: in the data folder. */
  readonly store?: string | undefined
  /** Waits while another server serves the database, and takes over when that one ends. */
  readonly standby?: boolean | undefined
  /** Serves the database beside other servers that do the same. */
  readonly members?: boolean | undefined
  /** So many processes serve the database together, as members, at one address. Default: this process alone. */
  readonly workers?: number | undefined
  /** Called with the address of this server when it waits for another one. */
  readonly onStandby?: ((waiting: StandbyLine) => void) | undefined
  /** Ends the waiting; `createServer` rejects with its reason then. */
  readonly signal?: AbortSignal | undefined
  /** `s3://BUCKET/PREFIX`: keeps the files in this bucket. Default: in the data folder. */
  readonly blobs?: string | undefined
  /** Starts empty although the data folder has lost its records; no file is removed during that run. */
  readonly acceptEmpty?: boolean | undefined
  readonly configFile?: string | undefined
  /** Who answers, speaks, listens, looks and compares texts: `ollama:llama3.2`, `http://127.0.0.1:8080/v1#MODEL`, `stub`. */
  readonly llm?: string | undefined
  readonly tts?: string | undefined
  readonly stt?: string | undefined
  readonly vision?: string | undefined
  readonly embeddings?: string | undefined
  /** `rules`: no language model extracts memories, whatever the file says. */
  readonly extraction?: 'rules' | undefined
  /** Where options come from, such as `PARLEY_LLM`, for messages and `config show`. Default: the flag. */
  readonly origins?: Readonly<Record<string, string>> | undefined
  /** `contract`, `off`, or a YAML file over the keys of `Limits`. */
  readonly limits?: string | undefined
  /** Each `H` or `H:P`: documents may be fetched from these hosts though they are not public. */
  readonly allowPrivateHosts?: readonly string[] | undefined
  /** Addresses or ranges (CIDR) of proxies whose forwarding headers are trusted. */
  readonly trustProxies?: readonly string[] | undefined
  readonly shareUrl?: string | undefined
  readonly docsUrl?: string | undefined
  /** ISO 8601: when the legacy routes became deprecated, and when they will be removed. */
  readonly deprecationDate?: string | undefined
  readonly sunsetDate?: string | undefined
  /** Makes ids and the stub's choices reproducible. Secrets are never seeded. */
  readonly seed?: string | undefined
  readonly worldFiles?: readonly string[] | undefined
  /** Called for existing records that differ from a world file and are left unchanged. Default: they are logged. */
  readonly onKept?: OnKeptRecord | undefined
  /** ISO 8601: the clock starts here, frozen. */
  readonly clock?: string | undefined
  readonly readyFile?: string | undefined
  readonly logLevel?: LogLevel | undefined
  /** Default: `auto`, which is text at a terminal and JSON lines elsewhere. */
  readonly logFormat?: LogFormat | undefined
  /** File descriptor of an open file that the log is written to. Default: standard error. */
  readonly logFd?: number | undefined
  /** How fast the stub model replies. */
  readonly pace?: 'instant' | 'natural' | undefined
  /** The state of a finished 3D model on the canonical routes; `auto`: `completed` for published SDKs, else `ready`. */
  readonly modelFinalState?: ModelFinalState | undefined
  /** The built-in voice carries its words in tones in every session, for programs that cannot ask for it. */
  readonly voiceDataLayer?: boolean | undefined
}

export type Settings = {
  readonly host: string
  readonly hostWasSet: boolean
  readonly port: number
  /** Null: ephemeral. */
  readonly dataDir: string | null
  /** Whether the folder was named explicitly. */
  readonly dataDirWasSet: boolean
  readonly adopt: boolean
  readonly acceptEmpty: boolean
  /** The address of the database that holds the records, which may hold a password; undefined: the data folder. */
  readonly store: string | undefined
  /** Whether this server waits for another one that serves the database, and lets itself be replaced. */
  readonly standby: boolean
  /** Whether other servers may serve the database at the same time. */
  readonly members: boolean
  /** How many processes serve; undefined: this one. */
  readonly workers: number | undefined
  readonly onStandby: ((waiting: StandbyLine) => void) | undefined
  readonly signal: AbortSignal | undefined
  /** Where the files are, with its keys; undefined: the data folder. */
  readonly blobs: S3Settings | undefined
  /** Holds the registry of running servers and of the folders that were served. */
  readonly stateDir: string
  readonly config: Config
  readonly limits: Limits
  readonly privateHosts: PrivateHosts
  readonly trustedProxies: readonly AddressRange[]
  readonly shareUrl: string | undefined
  readonly docsUrl: string | undefined
  /** Null: the legacy routes are not deprecated. */
  readonly deprecation: { readonly since: Date; readonly sunset: Date | null } | null
  readonly seed: string | undefined
  readonly worlds: readonly World[]
  readonly onKept: OnKeptRecord | undefined
  readonly clock: Date | undefined
  readonly readyFile: string | undefined
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  readonly logFd: number | undefined
  readonly pace: 'instant' | 'natural'
  readonly modelFinalState: ModelFinalState
  readonly voiceDataLayer: boolean
  /** Search path of programs. */
  readonly path: string
  /** What is in force and where it comes from, without secrets. */
  readonly described: readonly ServerSetting[]
}

export const DEFAULT_PORT = 4750
const DEFAULT_HOST = '127.0.0.1'

/** Reads every file that the options name. Throws a StartError with one sentence per problem. */
export async function readSettings(options: ServerOptions): Promise<Settings> {
  try {
    const choices = readChoices(options)
    const isDefault = options.configFile === undefined && Object.keys(choices).length === 0
    const written = isDefault ? DEFAULT_CONFIG : await readConfig(options.configFile, process.env, choices)
    const config = withExtraction(written, options.extraction)
    const store = readStore({ ...options, given: options.store, written: config.store })
    return {
      host: options.host ?? DEFAULT_HOST,
      hostWasSet: options.host !== undefined,
      port: options.port ?? DEFAULT_PORT,
      dataDir: options.ephemeral === true ? null : resolve(options.dataDir ?? '.parley'),
      dataDirWasSet: options.dataDir !== undefined,
      adopt: options.adopt ?? false,
      acceptEmpty: options.acceptEmpty ?? false,
      store,
      ...readServing(options, config, store),
      onStandby: options.onStandby,
      signal: options.signal,
      blobs: readBlobs({ ...options, given: options.blobs }, config.blobs, process.env),
      stateDir: stateFolder(),
      config,
      limits: await readLimits(options.limits ?? 'contract'),
      privateHosts: (options.allowPrivateHosts ?? []).map(readHost),
      trustedProxies: (options.trustProxies ?? []).map(readProxy),
      shareUrl: readAddress('--share-url', options.shareUrl),
      docsUrl: readAddress('--docs-url', options.docsUrl),
      deprecation: readDeprecation(options),
      seed: options.seed,
      worlds: await Promise.all((options.worldFiles ?? []).map(readWorld)),
      onKept: options.onKept,
      clock: readMoment('--clock', options.clock),
      readyFile: options.readyFile,
      logLevel: options.logLevel ?? 'warn',
      logFormat: options.logFormat ?? 'auto',
      logFd: options.logFd,
      pace: options.pace ?? config.llm.stub.pace ?? 'natural',
      modelFinalState: options.modelFinalState ?? 'auto',
      voiceDataLayer: options.voiceDataLayer ?? false,
      path: process.env['PATH'] ?? '',
      described: describeSettings({ options, config }, basicSettings(options, config)),
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new StartError(error.message, 'Correct the file and start again.', { cause: error })
  }
}

const basicSettings = (options: ServerOptions, config: Config): Readonly<Record<string, string>> => ({
  host: options.host ?? DEFAULT_HOST,
  port: String(options.port ?? DEFAULT_PORT),
  'data-dir': options.ephemeral === true ? 'none, in memory' : resolve(options.dataDir ?? '.parley'),
  ...shownServing(options, config),
  blobs: shownBlobs(options.ephemeral === true ? undefined : (options.blobs ?? config.blobs.url)),
  config: options.configFile ?? 'none',
  limits: options.limits ?? 'contract',
  pace: options.pace ?? config.llm.stub.pace ?? 'natural',
  'log-level': options.logLevel ?? 'warn',
})

const withExtraction = (config: Config, extraction: ServerOptions['extraction']): Config =>
  extraction === undefined ? config : { ...config, memories: { extraction, isConfigured: false } }

const readChoices = (options: ServerOptions): ProviderChoices =>
  Object.fromEntries(
    MODEL_ROLES.flatMap((role) => {
      const text = options[role]
      return text === undefined ? [] : [[role, { text, source: options.origins?.[role] ?? `--${role}` }]]
    }),
  )

/** The settings of the REST API. */
export const selectHttpSettings = (
  { host, hostWasSet, docsUrl, shareUrl, deprecation, modelFinalState, trustedProxies }: Settings,
  version: string,
): HttpSettings => ({
  version,
  hostWasSet,
  hosts: [host],
  docsUrl: docsUrl ?? null,
  shareUrl: shareUrl ?? null,
  deprecation,
  modelFinalState,
  trustedProxies,
})

async function readWorld(path: string): Promise<World> {
  const { value, rejectWith } = await readValidatedYaml(path, WorldSchema)
  rejectWith(findWorldDuplicates(value))
  return value
}

/** A sunset date needs a deprecation date that is not later (RFC 9745, 5). */
function readDeprecation({ deprecationDate, sunsetDate }: ServerOptions): Settings['deprecation'] {
  const since = readMoment('--deprecation-date', deprecationDate)
  const sunset = readMoment('--sunset-date', sunsetDate)
  if (sunset !== undefined && (since === undefined || sunset < since)) {
    throw new StartError(
      `--sunset-date ${sunsetDate} does not follow a deprecation date.`,
      'Give --deprecation-date, too, and not later than it.',
    )
  }
  return since === undefined ? null : { since, sunset: sunset ?? null }
}

function readMoment(flag: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (!Number.isNaN(moment.getTime()) && /^\d{4}-\d{2}-\d{2}/.test(text)) return moment
  throw new StartError(
    `${flag} ${text} is not a date.`,
    'Give an ISO 8601 date and time, such as 2030-01-31T09:00:00Z.',
  )
}

function readHost(text: string): PrivateHost {
  const host = parsePrivateHost(text)
  if (host !== undefined) return host
  throw new StartError(
    `--allow-private-host ${text} is not a host.`,
    'Give one host, with a port or without, such as files.internal or 127.0.0.1:9000.',
  )
}

function readProxy(text: string): AddressRange {
  const range = parseAddressRange(text.trim())
  if (range !== undefined) return range
  throw new StartError(
    `--trust-proxy ${text} is not an address.`,
    'Give an IP address or a range in CIDR notation, such as 127.0.0.1 or 172.16.0.0/12.',
  )
}

function readAddress(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // Serialized by the parser, so that it is safe in a header.
  if (isHttpUrl(text)) return new URL(text).href.replace(/(?<!\/)\/+$/, '')
  throw new StartError(`${flag} ${text} is not an address.`, 'Give an http or https address.')
}

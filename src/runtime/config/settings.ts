import { resolve } from 'node:path'
import type { Limits } from '../../contract/limits.js'
import type { ModelFinalState } from '../../contract/models.js'
import { type AddressRange, parseAddressRange } from '../../domain/control/address-range.js'
import {
  type PrivateHost,
  type PrivateHosts,
  parsePrivateHost,
} from '../../domain/documents/private-hosts.js'
import { DomainError } from '../../domain/errors.js'
import { stateFolder } from '../local-state/state-folder.js'
import type { LogFormat, LogLevel } from '../observability/log-options.js'
import { StartError } from '../process/start-error.js'
import type { OnKeptRecord } from '../world/seed-differences.js'
import { findWorldDuplicates } from '../world/world-duplicates.js'
import { type World, WorldSchema } from '../world/world-schema.js'
import { type Config, DEFAULT_CONFIG, readConfig } from './config.js'
import { readLimits } from './limits-config.js'
import { isHttpUrl } from './model-provider-config.js'
import { readValidatedYaml } from './validated-yaml.js'

/** What a server is started with; whatever is left out takes its default. */
export type ServerOptions = {
  readonly host?: string | undefined
  readonly port?: number | undefined
  /** Records and files are kept here. */
  readonly dataDir?: string | undefined
  /** Serves a data folder that nobody chose by its name, though other users could have made it. */
  readonly adopt?: boolean | undefined
  /** Records in memory, files in a private temporary folder that is removed at the end. */
  readonly ephemeral?: boolean | undefined
  /** Starts without records in a data folder that has lost them; no file is removed in that run. */
  readonly acceptEmpty?: boolean | undefined
  readonly configFile?: string | undefined
  /** `contract`, `off`, or a YAML file over the keys of `Limits`. */
  readonly limits?: string | undefined
  /** Each `H` or `H:P`: documents may be fetched from these hosts though they are not public. */
  readonly allowPrivateHosts?: readonly string[] | undefined
  /** Addresses or ranges (CIDR) of proxies whose word for where a request comes from counts. */
  readonly trustProxies?: readonly string[] | undefined
  readonly shareUrl?: string | undefined
  readonly docsUrl?: string | undefined
  /** ISO 8601: since when the legacy routes are deprecated, and when they go. */
  readonly deprecationDate?: string | undefined
  readonly sunsetDate?: string | undefined
  /** Makes ids and the stub's choices reproducible. Secrets are never seeded. */
  readonly seed?: string | undefined
  readonly worldFiles?: readonly string[] | undefined
  /** Hears of records that are there and not as a world file says; they stay as they are. Default: the log. */
  readonly onKept?: OnKeptRecord | undefined
  /** ISO 8601: the clock starts here, frozen. */
  readonly clock?: string | undefined
  readonly readyFile?: string | undefined
  readonly logLevel?: LogLevel | undefined
  /** Default: `auto`, text at a terminal and else lines of JSON. */
  readonly logFormat?: LogFormat | undefined
  /** File descriptor of an open file that the log is written to. Default: standard error. */
  readonly logFd?: number | undefined
  /** How fast the stub model speaks. */
  readonly pace?: 'instant' | 'natural' | undefined
  /** What the canonical routes call a finished 3D model; published SDKs wait for `completed`, and `auto` knows them. */
  readonly modelFinalState?: ModelFinalState | undefined
}

export type Settings = {
  readonly host: string
  readonly hostWasSet: boolean
  readonly port: number
  /** Null: ephemeral. */
  readonly dataDir: string | null
  /** Somebody has chosen the folder by its name. */
  readonly dataDirWasSet: boolean
  readonly adopt: boolean
  readonly acceptEmpty: boolean
  /** Where the registry of running servers is, and which folders were served. */
  readonly stateDir: string
  readonly config: Config
  readonly limits: Limits
  readonly privateHosts: PrivateHosts
  readonly trustedProxies: readonly AddressRange[]
  readonly shareUrl: string | undefined
  readonly docsUrl: string | undefined
  /** Null: the legacy routes are as good as any. */
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
  /** Where programs are looked for. */
  readonly path: string
}

export const DEFAULT_PORT = 4750

/** Reads every file that the options name. Throws a StartError with one sentence for each thing that is wrong. */
export async function readSettings(options: ServerOptions): Promise<Settings> {
  try {
    const config =
      options.configFile === undefined ? DEFAULT_CONFIG : await readConfig(options.configFile, process.env)
    return {
      host: options.host ?? '127.0.0.1',
      hostWasSet: options.host !== undefined,
      port: options.port ?? DEFAULT_PORT,
      dataDir: options.ephemeral === true ? null : resolve(options.dataDir ?? '.parley'),
      dataDirWasSet: options.dataDir !== undefined,
      adopt: options.adopt ?? false,
      acceptEmpty: options.acceptEmpty ?? false,
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
      path: process.env['PATH'] ?? '',
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new StartError(error.message, 'Correct the file and start again.', { cause: error })
  }
}

async function readWorld(path: string): Promise<World> {
  const { value, rejectWith: refuseFor } = await readValidatedYaml(path, WorldSchema)
  refuseFor(findWorldDuplicates(value))
  return value
}

/** A removal date alone says nothing, and nothing is removed before it is deprecated (RFC 9745, 5). */
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
  // As the parser writes it, which fits into a header.
  if (isHttpUrl(text)) return new URL(text).href.replace(/(?<!\/)\/+$/, '')
  throw new StartError(`${flag} ${text} is not an address.`, 'Give an http or https address.')
}

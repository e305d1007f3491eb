import { join } from 'node:path'
import { Flags, type Interfaces } from '@oclif/core'
import type { ServerOptions } from '../../runtime/config/settings.js'
import { LOG_FORMATS, LOG_LEVELS } from '../../runtime/observability/log-options.js'
import { DEFAULT_DATA_DIR, httpUrlFlag } from '../flags/service-flags.js'
import { placeGroup, storeFlags } from './store-flags.js'

export const PACES = ['instant', 'natural'] as const
const FINAL_STATES = ['auto', 'ready', 'completed'] as const
const DEFAULT_PORT = 4750

const contentGroup = { helpGroup: 'CONTENT' }
const modelGroup = { helpGroup: 'MODELS' }

const PROVIDER = 'PROVIDER[:MODEL]|URL#MODEL'

/** Who answers, speaks, listens, looks and compares texts; the same for all commands that name a configuration. */
export const providerFlags = {
  llm: Flags.string({
    ...modelGroup,
    summary: "Language model: ollama, openai, anthropic or google, a server's address, or stub.",
    description:
      'Without a model the provider is asked what it has. Keys come from the usual variables, such as OPENAI_API_KEY.',
    env: 'PARLEY_LLM',
    helpValue: PROVIDER,
  }),
  tts: Flags.string({
    ...modelGroup,
    summary: "Voice: openai, a server's address, piper:FILE, system, builtin or stub.",
    env: 'PARLEY_TTS',
    helpValue: PROVIDER,
  }),
  stt: Flags.string({
    ...modelGroup,
    summary: "Recogniser: openai, a server's address, whisper-cli:FILE, system or stub.",
    env: 'PARLEY_STT',
    helpValue: PROVIDER,
  }),
  vision: Flags.string({
    ...modelGroup,
    summary: "Vision model: ollama, openai, anthropic or google, a server's address, or stub.",
    env: 'PARLEY_VISION',
    helpValue: PROVIDER,
  }),
  embeddings: Flags.string({
    ...modelGroup,
    summary: "Embeddings: ollama, openai or google, a server's address, or stub.",
    env: 'PARLEY_EMBEDDINGS',
    helpValue: PROVIDER,
  }),
  config: Flags.string({
    summary: 'Providers and limits, in YAML.',
    env: 'PARLEY_CONFIG',
    helpValue: 'FILE',
  }),
}

/** The flags of `serve`. This module must not load the server: help and completion import it, too. */
export const serveFlags = {
  host: Flags.string({
    ...placeGroup,
    summary: 'Address to listen on. Default: 127.0.0.1, for this machine only.',
    env: 'PARLEY_HOST',
    helpValue: 'ADDRESS',
  }),
  port: Flags.integer({
    ...placeGroup,
    summary: 'Port to listen on; 0 takes any free one.',
    env: 'PARLEY_PORT',
    default: DEFAULT_PORT,
    min: 0,
    max: 65_535,
    helpValue: 'PORT',
  }),
  'data-dir': Flags.string({
    ...placeGroup,
    summary: `Folder that holds all records and files. Default: ${DEFAULT_DATA_DIR}.`,
    env: 'PARLEY_DATA_DIR',
    helpValue: 'DIR',
  }),
  adopt: Flags.boolean({
    ...placeGroup,
    summary: `Serve the ${DEFAULT_DATA_DIR} of this folder although it may come from a repository.`,
    env: 'PARLEY_ADOPT',
  }),
  ephemeral: Flags.boolean({
    ...placeGroup,
    summary: 'Keep records in memory only.',
    env: 'PARLEY_EPHEMERAL',
  }),
  ...storeFlags,
  'ready-file': Flags.string({
    ...placeGroup,
    summary: 'Write the address, the key and more to this file once the server is ready.',
    env: 'PARLEY_READY_FILE',
    helpValue: 'FILE',
  }),
  'trust-proxy': Flags.string({
    ...placeGroup,
    summary: 'Proxy whose forwarding headers are trusted; may be repeated.',
    description:
      'Without one, a request with a forwarding header counts as remote: control and staff routes refuse it. In the environment, separate values by commas.',
    env: 'PARLEY_TRUST_PROXY',
    helpValue: 'ADDRESS|CIDR',
    multiple: true,
  }),
  'share-url': httpUrlFlag({
    ...placeGroup,
    summary: 'Public address of share links.',
    env: 'PARLEY_SHARE_URL',
  }),
  'docs-url': httpUrlFlag({
    ...placeGroup,
    summary: 'Address of the migration guide.',
    env: 'PARLEY_DOCS_URL',
  }),
  'deprecation-date': Flags.string({
    summary: 'Announce on legacy routes that they are deprecated since this date.',
    env: 'PARLEY_DEPRECATION_DATE',
    helpValue: 'ISO',
  }),
  'sunset-date': Flags.string({
    summary: 'Announce on legacy routes that they are removed at this date.',
    env: 'PARLEY_SUNSET_DATE',
    helpValue: 'ISO',
  }),
  ...providerFlags,
  limits: Flags.string({
    summary: 'Limits of the service: contract, off, or a YAML file. Default: contract.',
    env: 'PARLEY_LIMITS',
    helpValue: 'contract|off|FILE',
  }),
  'allow-private-host': Flags.string({
    summary: 'Private host from which documents may be fetched; may be repeated.',
    description: 'Without a port, every port is allowed. In the environment, separate values by commas.',
    env: 'PARLEY_ALLOW_PRIVATE_HOST',
    helpValue: 'HOST[:PORT]',
    multiple: true,
  }),
  'log-level': Flags.option({ options: LOG_LEVELS })({
    summary: 'Level of the log on standard error. Default: warn.',
    env: 'PARLEY_LOG_LEVEL',
  }),
  'log-format': Flags.option({ options: LOG_FORMATS })({
    summary: 'Format of log lines. Default: auto, which is text at a terminal, else JSON.',
    env: 'PARLEY_LOG_FORMAT',
  }),
  'model-final-state': Flags.option({ options: FINAL_STATES })({
    summary:
      'Status of a finished 3D model in GET model. Default: auto, which is completed for SDKs and ready for others.',
    description:
      'Published SDKs wait for completed; their client header identifies them. Legacy routes always return it.',
    env: 'PARLEY_MODEL_FINAL_STATE',
  }),
  'voice-data-layer': Flags.boolean({
    summary: "Have the built-in voice's words in its sound as tones, too, in every session.",
    description: 'For programs that read them but cannot ask for them, such as published SDKs in tests.',
    env: 'PARLEY_VOICE_DATA_LAYER',
  }),
  demo: Flags.boolean({ ...contentGroup, summary: 'Start with a character to talk to.', env: 'PARLEY_DEMO' }),
  world: Flags.string({
    ...contentGroup,
    summary: 'Accounts, keys, characters and more to start with, in YAML; may be repeated.',
    env: 'PARLEY_WORLD',
    helpValue: 'FILE',
    multiple: true,
  }),
  seed: Flags.string({
    ...contentGroup,
    summary: 'Make ids and the replies of stubs reproducible.',
    env: 'PARLEY_SEED',
    helpValue: 'SEED',
  }),
  clock: Flags.string({
    ...contentGroup,
    summary: 'Set the clock to this time and freeze it.',
    env: 'PARLEY_CLOCK',
    helpValue: 'ISO',
  }),
  pace: Flags.option({ options: PACES })({
    ...contentGroup,
    summary: 'Speed of the stub model. Default: natural.',
    env: 'PARLEY_PACE',
  }),
}

export type ServeFlags = Interfaces.InferredFlags<typeof serveFlags>

/** Maps the flags to options of the server; `root` is the folder of the program, which holds the demo world. */
export const serverOptions = (flags: ServeFlags, root: string): ServerOptions => ({
  ...ephemeralServerOptions(flags, root),
  dataDir: flags['data-dir'],
  adopt: flags.adopt,
  // Explicit, because without a data folder the server would be ephemeral by default.
  ephemeral: flags.ephemeral ?? false,
  acceptEmpty: flags['accept-empty'],
  store: flags.store,
  // Undefined when it was not given: the file may say it, too.
  standby: flags.standby,
  members: flags.members,
  workers: flags.workers,
  blobs: flags.blobs,
})

/** The options of a server that stores nothing. */
export const ephemeralServerOptions = (
  flags: Omit<
    ServeFlags,
    | 'data-dir'
    | 'adopt'
    | 'ephemeral'
    | 'accept-empty'
    | 'store'
    | 'standby'
    | 'members'
    | 'workers'
    | 'blobs'
  >,
  root: string,
): ServerOptions => ({
  host: flags.host,
  port: flags.port,
  configFile: flags.config,
  ...{ llm: flags.llm, tts: flags.tts, stt: flags.stt, vision: flags.vision, embeddings: flags.embeddings },
  limits: flags.limits,
  allowPrivateHosts: splitValues(flags['allow-private-host']),
  trustProxies: splitValues(flags['trust-proxy']),
  shareUrl: flags['share-url'],
  docsUrl: flags['docs-url'],
  deprecationDate: flags['deprecation-date'],
  sunsetDate: flags['sunset-date'],
  seed: flags.seed,
  worldFiles: [
    ...(flags.demo ? [join(root, 'fixtures/worlds/demo.yaml')] : []),
    ...[flags.world ?? []].flat(),
  ],
  clock: flags.clock,
  readyFile: flags['ready-file'],
  logLevel: flags['log-level'],
  logFormat: flags['log-format'],
  pace: flags.pace,
  modelFinalState: flags['model-final-state'],
  voiceDataLayer: flags['voice-data-layer'],
})

/** Names the variables of the flags that were neither given nor left at their default. */
export const flagOrigins = (
  isFlagGiven: (flag: string) => boolean,
  isDefault: (flag: string) => boolean,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(serveFlags).flatMap(([name, { env }]) => {
      if (isFlagGiven(name)) return [[name, `--${name}`]]
      return isDefault(name) || env === undefined ? [[name, 'default']] : [[name, env]]
    }),
  )

type ProviderFlags = Interfaces.InferredFlags<typeof providerFlags>

/** The options that name providers, and which of them come from the environment. */
export function providerOptions(
  { llm, tts, stt, vision, embeddings, config }: ProviderFlags,
  isFlagGiven: (flag: string) => boolean,
): ServerOptions {
  return {
    ...{ llm, tts, stt, vision, embeddings, configFile: config },
    origins: Object.fromEntries(
      Object.entries(providerFlags).flatMap(([name, { env }]) =>
        isFlagGiven(name) || env === undefined ? [] : [[name, env]],
      ),
    ),
  }
}

/** A value from the environment is a single string, separated by commas. */
const splitValues = (words: readonly string[] | string | undefined): string[] =>
  [words ?? []].flat().flatMap((word) => word.split(','))

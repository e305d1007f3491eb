import { join } from 'node:path'
import { Flags, type Interfaces } from '@oclif/core'
import type { ServerOptions } from '../../runtime/config/settings.js'
import { LOG_FORMATS, LOG_LEVELS } from '../../runtime/observability/log-options.js'
import { DEFAULT_DATA_DIR, httpUrlFlag } from '../flags/service-flags.js'

export const PACES = ['instant', 'natural'] as const
const FINAL_STATES = ['auto', 'ready', 'completed'] as const
const DEFAULT_PORT = 4750

const place = { helpGroup: 'PLACE' }
const content = { helpGroup: 'CONTENT' }

/** Design 3; nothing here loads the server. */
export const serveFlags = {
  host: Flags.string({
    ...place,
    summary: 'Address to listen on. Default: 127.0.0.1, for this machine only.',
    env: 'PARLEY_HOST',
    helpValue: 'ADDRESS',
  }),
  port: Flags.integer({
    ...place,
    summary: 'Port to listen on; 0 takes any free one.',
    env: 'PARLEY_PORT',
    default: DEFAULT_PORT,
    min: 0,
    max: 65_535,
    helpValue: 'PORT',
  }),
  'data-dir': Flags.string({
    ...place,
    summary: `Folder that holds all records and files. Default: ${DEFAULT_DATA_DIR}.`,
    env: 'PARLEY_DATA_DIR',
    helpValue: 'DIR',
  }),
  adopt: Flags.boolean({
    ...place,
    summary: `Serve the ${DEFAULT_DATA_DIR} of this folder though it may have come with a repository.`,
    env: 'PARLEY_ADOPT',
  }),
  ephemeral: Flags.boolean({
    ...place,
    summary: 'Keep records in memory, and leave nothing behind.',
    env: 'PARLEY_EPHEMERAL',
  }),
  'accept-empty': Flags.boolean({
    ...place,
    summary: 'Begin without records where the data folder has lost them; its files stay.',
    env: 'PARLEY_ACCEPT_EMPTY',
  }),
  'ready-file': Flags.string({
    ...place,
    summary: 'Write the address, the key and more to this file once the server answers.',
    env: 'PARLEY_READY_FILE',
    helpValue: 'FILE',
  }),
  'trust-proxy': Flags.string({
    ...place,
    summary: 'Proxy whose forwarding headers are believed; may be repeated.',
    description:
      'Without one, whatever has a forwarding header comes from elsewhere: control and staff routes refuse it. In the environment separated by commas.',
    env: 'PARLEY_TRUST_PROXY',
    helpValue: 'ADDRESS|CIDR',
    multiple: true,
  }),
  'share-url': httpUrlFlag({
    ...place,
    summary: 'Address under which share links are reached.',
    env: 'PARLEY_SHARE_URL',
  }),
  'docs-url': httpUrlFlag({
    ...place,
    summary: 'Address under which the migration guide is reached.',
    env: 'PARLEY_DOCS_URL',
  }),
  'deprecation-date': Flags.string({
    summary: 'Announce on the legacy routes that they are deprecated since this date.',
    env: 'PARLEY_DEPRECATION_DATE',
    helpValue: 'ISO',
  }),
  'sunset-date': Flags.string({
    summary: 'Announce on the legacy routes that they go at this date.',
    env: 'PARLEY_SUNSET_DATE',
    helpValue: 'ISO',
  }),
  config: Flags.string({
    summary: 'Providers and limits, in YAML.',
    env: 'PARLEY_CONFIG',
    helpValue: 'FILE',
  }),
  limits: Flags.string({
    summary: 'Limits of the service: contract, off, or a YAML file. Default: contract.',
    env: 'PARLEY_LIMITS',
    helpValue: 'contract|off|FILE',
  }),
  'allow-private-host': Flags.string({
    summary: 'Host that documents may be fetched from though it is not public; may be repeated.',
    description: 'Without a port every port of it. In the environment separated by commas.',
    env: 'PARLEY_ALLOW_PRIVATE_HOST',
    helpValue: 'HOST[:PORT]',
    multiple: true,
  }),
  'log-level': Flags.option({ options: LOG_LEVELS })({
    summary: 'What the log on standard error tells. Default: warn.',
    env: 'PARLEY_LOG_LEVEL',
  }),
  'log-format': Flags.option({ options: LOG_FORMATS })({
    summary: 'How log lines look. Default: auto, text at a terminal and else JSON.',
    env: 'PARLEY_LOG_FORMAT',
  }),
  'model-final-state': Flags.option({ options: FINAL_STATES })({
    summary:
      'What GET model calls a finished 3D model. Default: auto, completed to SDKs and ready to others.',
    description:
      'Published SDKs wait for completed; they are known by their client header. The old routes always say it.',
    env: 'PARLEY_MODEL_FINAL_STATE',
  }),
  demo: Flags.boolean({ ...content, summary: 'Begin with a character to talk to.', env: 'PARLEY_DEMO' }),
  world: Flags.string({
    ...content,
    summary: 'Accounts, keys, characters and more to begin with, in YAML; may be repeated.',
    env: 'PARLEY_WORLD',
    helpValue: 'FILE',
    multiple: true,
  }),
  seed: Flags.string({
    ...content,
    summary: 'Make ids and replies of the stubs reproducible.',
    env: 'PARLEY_SEED',
    helpValue: 'SEED',
  }),
  clock: Flags.string({
    ...content,
    summary: 'Start the clock at this moment, and keep it still.',
    env: 'PARLEY_CLOCK',
    helpValue: 'ISO',
  }),
  pace: Flags.option({ options: PACES })({
    ...content,
    summary: 'How fast the stub model speaks. Default: natural.',
    env: 'PARLEY_PACE',
  }),
}

export type ServeFlags = Interfaces.InferredFlags<typeof serveFlags>

/** The server's options as the flags say them; `root` is the folder of the program, where the demo world is. */
export const serverOptions = (flags: ServeFlags, root: string): ServerOptions => ({
  ...ephemeralServerOptions(flags, root),
  dataDir: flags['data-dir'],
  adopt: flags.adopt,
  // Without a folder it would be the default.
  ephemeral: flags.ephemeral ?? false,
  acceptEmpty: flags['accept-empty'],
})

/** The same of a server that keeps nothing. */
export const ephemeralServerOptions = (
  flags: Omit<ServeFlags, 'data-dir' | 'adopt' | 'ephemeral' | 'accept-empty'>,
  root: string,
): ServerOptions => ({
  host: flags.host,
  port: flags.port,
  configFile: flags.config,
  limits: flags.limits,
  allowPrivateHosts: separated(flags['allow-private-host']),
  trustProxies: separated(flags['trust-proxy']),
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
})

/** oclif gives a single word, not a list, when the value comes from the environment. */
const separated = (words: readonly string[] | string | undefined): string[] =>
  [words ?? []].flat().flatMap((word) => word.split(','))

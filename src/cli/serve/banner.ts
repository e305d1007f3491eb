import { basename, relative, resolve } from 'node:path'
import type { ReadyLine } from '../../runtime/create-server.js'
import { DEFAULT_DATA_DIR } from '../flags/service-flags.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { PROVIDER_LABELS } from '../providers/provider-labels.js'

type BannerFacts = {
  readonly ready: ReadyLine
  /** The name of an existing character; null if there is none. */
  readonly character: string | null
  /** How this program is started, for example `npx parley`. */
  readonly program: string
}

/** What `serve` prints at a terminal: its address and key, which providers are stubs, and three commands to copy. */
export function renderBanner(terminal: Terminal, { ready, character, program }: BannerFacts): string {
  const { bold, cyan } = terminal.colour
  const facts = renderFields(terminal, [
    ['address', ready.baseUrl],
    ['API key', ready.apiKey],
    ['account', ready.account.email],
    // What stands behind # is not sent; the page takes the key from there and keeps it to its tab.
    ['API docs', `${ready.baseUrl}/docs#key=${ready.apiKey}`],
    ['data', ready.dataDir ?? 'in memory, gone when the server stops'],
    ['records', ready.database ?? null],
    ['workers', ready.workers === undefined ? null : `${ready.workers}, at one address`],
    ['stubs', stubbedProviders(ready)],
  ])
  const commands = exampleCommands(ready, character).map((words) => `  ${cyan(`${program} ${words}`)}`)
  return [
    bold(`parley ${ready.version} answers. Ctrl-C stops it.`),
    '',
    facts,
    '',
    'Try in a second terminal, in this folder:',
    '',
    ...commands,
    ...otherFolderHint(ready),
  ].join('\n')
}

/** Commands find a server with the default data folder only when they run in the folder where it was started. */
const otherFolderHint = ({ dataDir }: ReadyLine): string[] =>
  dataDir === resolve(DEFAULT_DATA_DIR)
    ? ['', 'In another folder, commands find this server with:', '', `  --data-dir ${shellQuote(dataDir)}`]
    : []

/** The providers that are stubs, so that their output is not mistaken for that of a real model. */
function stubbedProviders({ providers }: ReadyLine): string {
  const names = Object.entries(providers).flatMap(([kind, name]) => (name === 'stub' ? [kind] : []))
  if (names.length === 0) return 'none'
  return `${names.map((name) => PROVIDER_LABELS.get(name) ?? name).join(', ')} (real ones: --llm, --tts, --stt, --vision, --embeddings)`
}

function exampleCommands(ready: ReadyLine, character: string | null): string[] {
  const flags = serverFlagsFor(ready)
  const name = character ?? 'Mira'
  const chat = `chat ${shellQuote(name)}${flags}`
  const message = `chat ${shellQuote(name)} --message "Do you remember me?"${flags}`
  if (character !== null) return [chat, message, `characters list${flags}`]
  return [`characters create --name ${name} --personality "Warm, curious"${flags}`, chat, message]
}

/** The flags by which a command finds this server; none when the server uses the default data folder. */
function serverFlagsFor({ dataDir, baseUrl, apiKey }: ReadyLine): string {
  if (dataDir === null) return ` \\\n    --base-url ${baseUrl} \\\n    --api-key ${apiKey}`
  return dataDir === resolve(DEFAULT_DATA_DIR) ? '' : ` \\\n    --data-dir ${shellQuote(dataDir)}`
}

const shellQuote = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The command by which this program was started, as one would type it. */
export function programName(script: string, folder: string): string {
  if (/node_modules[\\/]\.bin[\\/]/.test(script)) return 'npx parley'
  return basename(script).startsWith('parley') ? 'parley' : `node ${shellQuote(relative(folder, script))}`
}

import { basename, relative, resolve } from 'node:path'
import type { ReadyLine } from '../../runtime/create-server.js'
import { DEFAULT_DATA_DIR } from '../flags/service-flags.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

type BannerFacts = {
  readonly ready: ReadyLine
  /** A character that is already there. */
  readonly character: string | null
  /** What a person types to run this program. */
  readonly program: string
}

/** What `serve` shows a person: where it is, what is not real about it, and three commands to copy. */
export function renderBanner(terminal: Terminal, { ready, character, program }: BannerFacts): string {
  const { bold, cyan } = terminal.colour
  const facts = renderFields(terminal, [
    ['address', ready.baseUrl],
    ['API key', ready.apiKey],
    ['account', ready.account.email],
    ['API docs', `${ready.baseUrl}/docs`],
    ['data', ready.dataDir ?? 'in memory, gone when the server stops'],
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

/** Commands find a server of the usual folder only from where it was started. */
const otherFolderHint = ({ dataDir }: ReadyLine): string[] =>
  dataDir === resolve(DEFAULT_DATA_DIR)
    ? ['', 'In another folder, commands find this server with:', '', `  --data-dir ${shellQuote(dataDir)}`]
    : []

/** Which abilities are stand-ins, so that nobody takes their answers for a real model's. */
function stubbedProviders({ providers }: ReadyLine): string {
  const names = Object.entries(providers).flatMap(([ability, name]) => (name === 'stub' ? [ability] : []))
  if (names.length === 0) return 'none'
  return `${names.map((name) => PROVIDER_LABELS.get(name) ?? name).join(', ')} (real ones: --config)`
}

/** What people call the abilities that a provider may serve. */
export const PROVIDER_LABELS: ReadonlyMap<string, string> = new Map([
  ['llm', 'language model'],
  ['tts', 'voice'],
  ['stt', 'hearing'],
  ['vision', 'vision'],
  ['model3d', '3D models'],
])

function exampleCommands(ready: ReadyLine, character: string | null): string[] {
  const where = serverFlagsFor(ready)
  const name = character ?? 'Mira'
  const talk = `chat ${shellQuote(name)}${where}`
  const ask = `chat ${shellQuote(name)} --message "Do you remember me?"${where}`
  if (character !== null) return [talk, ask, `characters list${where}`]
  return [`characters create --name ${name} --personality "Warm, curious"${where}`, talk, ask]
}

/** What a command needs so that it finds this server: nothing, when that runs in the usual folder. */
function serverFlagsFor({ dataDir, baseUrl, apiKey }: ReadyLine): string {
  if (dataDir === null) return ` \\\n    --base-url ${baseUrl} \\\n    --api-key ${apiKey}`
  return dataDir === resolve(DEFAULT_DATA_DIR) ? '' : ` \\\n    --data-dir ${shellQuote(dataDir)}`
}

const shellQuote = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** How this program was started, as a person would type it. */
export function programName(script: string, folder: string): string {
  if (/node_modules[\\/]\.bin[\\/]/.test(script)) return 'npx parley'
  return basename(script).startsWith('parley') ? 'parley' : `node ${shellQuote(relative(folder, script))}`
}

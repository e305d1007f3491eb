import { dirname, posix } from 'node:path'

/** Each room, and the rooms it may look into. Anything not listed is forbidden. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  audio: [],
  network: [],
  domain: ['contract', 'audio'],
  store: ['contract', 'domain'],
  adapters: ['contract', 'domain', 'audio', 'network'],
  http: ['contract', 'domain'],
  realtime: ['contract', 'domain'],
  client: ['contract', 'audio', 'network'],
  loadtest: ['contract', 'client', 'audio', 'network'],
  runtime: ['contract', 'domain', 'store', 'adapters', 'http', 'realtime'],
  cli: ['contract', 'client', 'runtime', 'audio', 'loadtest', 'network'],
  web: ['contract', 'client', 'audio'],
  commands: ['contract', 'client', 'runtime', 'cli', 'loadtest'],
}

/** Packages that stay behind one door. */
const ONE_DOOR: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(fastify$|@fastify\/)/, ['http']],
  [/^socket\.io$/, ['realtime']],
  [/^socket\.io-client$/, ['client']],
  [/^lowdb/, ['store']],
  [/^pg$/, ['store']],
  // Its parser can end the process: requests go over `src/network` (fetch), sockets over `ws`.
  [/^undici/, []],
  [
    /^(@orama\/|pdfjs-dist|ai$|ai\/|@ai-sdk\/|ws$|sharp$|file-type$|aws4fetch$|@gltf-transform\/|jose$)/,
    ['adapters'],
  ],
  [/^(graphology|sigma|three)(\/|$)/, ['web']],
  [/^(@oclif\/|inquirer$|@inquirer\/|ora$|chalk$|cli-table3$)/, ['cli', 'commands']],
]

/** Rooms whose packages are listed: everything else is refused there. */
const ONLY_PACKAGES: Readonly<Record<string, RegExp>> = {
  contract: /^typebox(\/|$)/,
  // ipaddr.js classifies addresses and does nothing else: which of them are public is a rule of the contract.
  domain: /^(typebox(\/|$)|temporal-polyfill$|chrono-node\/en$|ipaddr\.js$)/,
  audio: /^$/,
}

/** Time, chance and ids are ports in the rooms that make up the server; only `runtime` may reach for the real ones. */
const PORTS_ONLY = ['contract', 'domain', 'store', 'adapters', 'http', 'realtime', 'audio']
const REAL_ONES = /\b(Date\.now\(|new Date\(\)|setTimeout\(|setInterval\(|Math\.random\(|randomUUID\b)/

/** The built-in ones are of undici, too. Pages use the browser's, and so does the client in a browser. */
const BUILT_IN_UNDICI = /\b(?:globalThis|global|window|self)\s*(?:\.|\[['"])(?:fetch|WebSocket|EventSource)\b/
const MAY_USE_BUILT_IN = /^src\/(web\/|client\/create-client\.ts$)/

/** Messages of errors quote text from outside, which can be of any length; those of sound and of pages are fixed. */
const UNBOUNDED_ERROR = /\bextends\s+(?:Range|Type|Syntax|Aggregate)?Error\b/
const MAY_EXTEND_ERROR = /^src\/(contract\/bounded-error\.ts$|audio\/|web\/)/

const ANY_KEY = /\bType\.Record\(\s*Type\.String\(\s*\)/
/**
 * Commands run in folders of other people: nothing there may be loaded or run because of its name. Packages are resolved
 * from our own files, programs are found by `findProgram`, which heeds absolute folders only.
 */
const FROM_ANYWHERE: readonly (readonly [RegExp, string, allowed: RegExp])[] = [
  [/\bcreateRequire\((?!import\.meta\.url\))/, 'packages are resolved from import.meta.url', /^$/],
  [/\brequire\.resolve\b|\bimport\.meta\.resolve\b/, 'packages are resolved by createRequire', /^$/],
  [/\bimport\(\s*[^'"\s]/, 'what is imported is a literal', /^src\/adapters\/embeddings\/local\.ts$/],
  [/\bprocess\.cwd\(/, 'take the folder as a setting', /^(src\/cli\/base-command|commands\/serve)\.ts$/],
  [
    /['"](?:node:)?child_process['"]/,
    'programs are started in few places',
    /^src\/(adapters\/speech\/system-programs|cli\/voice\/devices\/sound-processes|loadtest\/run-load-test|store\/process-identity)\.ts$/,
  ],
  [
    /\b(?:spawn|exec|execFile|fork)(?:Sync)?\)?\(\s*['"`](?!\/)/,
    'a program is started by its absolute path',
    /^$/,
  ],
]

/** What has one implementation: where it is, and what to write elsewhere. */
const ONE_PLACE: readonly (readonly [RegExp, string, allowed: RegExp])[] = [
  [
    /\bnew DomainError\(/,
    'words of errors are in src/contract/errors.ts; throw domainError(name)',
    /^src\/domain\/errors\.ts$/,
  ],
  [
    /\bconst (?:SECOND|MINUTE|HOUR|DAY)_MS =/,
    'it is in src/contract/durations.ts',
    /^src\/contract\/durations\.ts$/,
  ],
  [
    /typeof (\w+) === 'object' && \1 !== null && !Array\.isArray\(/,
    'use isObject of src/contract/is-object.ts',
    /^src\/contract\/is-object\.ts$/,
  ],
  [/0x81_?1c_?9d_?c5/, 'use src/domain/fnv1a.ts', /^src\/domain\/fnv1a\.ts$/],
]

type Source = { readonly path: string; readonly text: string; readonly shipped: ReadonlySet<string> }

/** What a source file does that the house forbids; a path is relative to the project, with forward slashes. */
export function violations({ path, text, shipped }: Source): string[] {
  const room = roomOf(path)
  const code = withoutComments(text)
  const broken = importsOf(code).flatMap((specifier) => brokenBy({ path, room, shipped }, specifier))
  const real = PORTS_ONLY.includes(room) ? REAL_ONES.exec(code) : null
  const strange = [...FROM_ANYWHERE, ...ONE_PLACE].flatMap(([what, why, allowed]) => {
    const found = allowed.test(path) ? null : what.exec(code)
    return found === null ? [] : [`${path}: ${why} (${found[0]})`]
  })
  const builtIn = MAY_USE_BUILT_IN.test(path) ? null : BUILT_IN_UNDICI.exec(withoutTypes(code))
  const unbounded = MAY_EXTEND_ERROR.test(path) ? null : UNBOUNDED_ERROR.exec(code)
  return [
    ...broken,
    ...(ANY_KEY.test(code)
      ? [`${path}: Type.Record(Type.String()) does not check keys with line breaks; use Dictionary`]
      : []),
    ...(unbounded === null ? [] : [`${path}: ${unbounded[0]} has a message of any length; use BoundedError`]),
    ...strange,
    ...(real === null ? [] : [`${path}: ${real[0]} is for runtime; take it as a port`]),
    ...(builtIn === null ? [] : [`${path}: ${builtIn[0]} can end the process; use src/network/fetch.ts`]),
  ]
}

function brokenBy(
  { path, room, shipped }: { path: string; room: string; shipped: ReadonlySet<string> },
  specifier: string,
): string[] {
  const refuse = (why: string) => [`${path}: ${why} (${specifier})`]
  if (specifier.startsWith('.')) {
    const other = roomOf(posix.normalize(posix.join(dirname(path), specifier)))
    if (other === room || (MAY_IMPORT[room] ?? []).includes(other)) return []
    return refuse(`${room} may not look into ${other}`)
  }
  if (specifier.startsWith('node:')) {
    return ['contract', 'domain', 'audio'].includes(room) ? refuse(`${room} is free of node: modules`) : []
  }
  const only = ONLY_PACKAGES[room]
  if (only !== undefined && !only.test(specifier)) return refuse(`${room} does not use this package`)
  const door = ONE_DOOR.find(([packages]) => packages.test(specifier))
  if (door !== undefined && !door[1].includes(room)) {
    return refuse(door[1].length === 0 ? 'nobody may use it' : `${door[1].join(' and ')} is its one door`)
  }
  // What it uses is built into its pages.
  if (room === 'web') return []
  return shipped.has(packageOf(specifier)) ? [] : refuse('what ships uses no dev package')
}

const roomOf = (path: string): string => {
  const [top, second] = path.split('/')
  return top === 'src' ? (second ?? 'src') : (top ?? '')
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

export const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

/** A type may be named after what is not to be called. */
const withoutTypes = (code: string) => code.replace(/\btypeof\s+globalThis\.fetch\b/g, '')

export const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)['"]([^'"]+)['"]/g)].flatMap(([, specifier]) =>
    specifier === undefined ? [] : [specifier],
  )

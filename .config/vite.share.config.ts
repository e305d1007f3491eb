import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { DISABLED_SYNTAX } from '../src/web/share/conversation/disabled-syntax.js'

const root = fileURLToPath(new URL('../src/web/share', import.meta.url))

/** The page behind share links, which the server itself serves, with its files under `/share-page/`. */
export default defineConfig({
  root,
  base: '/share-page/',
  logLevel: 'warn',
  publicDir: false,
  plugins: [
    withoutDisabledSyntax(),
    withoutNamespaces(),
    withoutUnusedSockets(),
    withoutPreloading(),
    licences(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../dist/web/share', import.meta.url)),
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Its policy allows no address that holds its own data.
    assetsInlineLimit: 0,
    // What draws models is large, and is fetched only where there is one.
    chunkSizeWarningLimit: 1000,
  },
})

const PARSER = /\/micromark-core-commonmark\/lib\/([a-z-]+)\.js$/

/**
 * Leaves out the parsers of disabled syntax. The package names all of them in one list, so they would be loaded and never
 * used. What stands for each matches nothing.
 */
function withoutDisabledSyntax(): Plugin {
  return {
    name: 'without-disabled-syntax',
    load(id) {
      const file = PARSER.exec(id)?.[1] ?? ''
      const name = file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      if (!DISABLED_SYNTAX.includes(name)) return null
      return `export const ${name} = { name: '${name}', tokenize: (effects, ok, nok) => nok }`
    },
    transform(code, id) {
      if (!id.endsWith('/mdast-util-from-markdown/lib/index.js')) return null
      const rest = code.replace(OF_DISABLED_SYNTAX, '')
      if (rest === code) throw new Error(`${id} has nothing of disabled syntax`)
      return rest
    },
  }
}

/** What becomes of disabled syntax: one row for each part of it. Where nothing is defined nothing is referred to. */
const OF_DISABLED_SYNTAX = /^ {6}(?:codeIndented|definition|html|reference|setext)\w*: .*\n/gm

/** What `constructs.js` of micromark exports. */
const CONSTRUCTS =
  'attentionMarkers contentInitial disable document flow flowInitial insideSpan string text'.split(' ')
const constructsAs = (join: (name: string) => string) => `{ ${CONSTRUCTS.map(join).join(', ')} }`

/** Where a module is used as a whole, all of it is there, and code that makes an object of it. */
const NAMESPACES: readonly (readonly [file: string, whole: string, parts: string])[] = [
  [
    '/micromark/lib/parse.js',
    "import * as defaultConstructs from './constructs.js'",
    `import ${constructsAs((name) => `${name} as ${name}Of`)} from './constructs.js'
    const defaultConstructs = ${constructsAs((name) => `${name}: ${name}Of`)}`,
  ],
  [
    '/socket.io-client/build/esm/manager.js',
    'const _parser = opts.parser || parser',
    'const _parser = parser',
  ],
]

function withoutNamespaces(): Plugin {
  return {
    name: 'without-namespaces',
    transform(code, id) {
      const [, whole = '', parts = ''] = NAMESPACES.find(([file]) => id.endsWith(file)) ?? []
      if (whole === '') return null
      if (!code.includes(whole)) throw new Error(`${id} has no ${whole}`)
      return code.replace(whole, parts)
    },
  }
}

/** What the client of Socket.IO brings that the page has no use for: it connects by WebSocket alone, and all it sends and gets is text. */
const UNUSED: readonly (readonly [file: RegExp, instead: string])[] = [
  [
    /\/engine\.io-client\/build\/esm\/transports\/index\.js$/,
    "import { WS } from './websocket.js'\nexport const transports = { websocket: WS }",
  ],
  [/\/engine\.io-client\/build\/esm\/transports\/polling-xhr\.js$/, 'export class XHR {}'],
  [
    /\/socket\.io-parser\/build\/esm\/is-binary\.js$/,
    'export const isBinary = () => false\nexport const hasBinary = () => false',
  ],
  [
    /\/socket\.io-parser\/build\/esm\/binary\.js$/,
    'export const deconstructPacket = (packet) => ({ packet, buffers: [] })\nexport const reconstructPacket = (packet) => packet',
  ],
  [
    /\/engine\.io-parser\/build\/esm\/encodePacket\.browser\.js$/,
    `import { PACKET_TYPES } from './commons.js'
    export const encodePacket = ({ type, data }, _, done) => done(PACKET_TYPES[type] + (data ?? ''))
    export const encodePacketToBinary = encodePacket`,
  ],
  [
    /\/engine\.io-parser\/build\/esm\/decodePacket\.browser\.js$/,
    `import { ERROR_PACKET, PACKET_TYPES_REVERSE } from './commons.js'
    export const decodePacket = (packet) => {
      const type = PACKET_TYPES_REVERSE[packet[0]]
      return type ? { type, data: packet.slice(1) || undefined } : ERROR_PACKET
    }`,
  ],
  // Every browser that the page runs in parses addresses itself.
  [
    /\/engine\.io-client\/build\/esm\/contrib\/parseuri\.js$/,
    `export const parse = (source) => {
      const { protocol, hostname, port, pathname, search, searchParams } = new URL(source)
      const host = hostname.replace(/[[\\]]/g, '')
      const parts = { path: pathname, query: search.slice(1), queryKey: Object.fromEntries(searchParams) }
      return { source, protocol: protocol.slice(0, -1), host, port, ...parts }
    }`,
  ],
]

const ENGINE = '/engine.io-client/build/esm/socket.js'
const SOCKET = '/socket.io-client/build/esm/socket.js'

/** Methods for a change of the transport, for what is polled, for messages that are tried again, and for who listens to all that is sent. */
const UNUSED_METHODS: readonly (readonly [file: string, head: string, body: string])[] = [
  [ENGINE, '_probe(name)', ''],
  [ENGINE, '_getWritablePackets()', 'return this.writeBuffer'],
  [SOCKET, '_addToQueue(args)', ''],
  [SOCKET, '_drainQueue(force = false)', ''],
  [SOCKET, 'onAnyOutgoing(listener)', ''],
  [SOCKET, 'prependAnyOutgoing(listener)', ''],
  [SOCKET, 'offAnyOutgoing(listener)', ''],
  [SOCKET, 'notifyOutgoingListeners(packet)', ''],
  [SOCKET, 'listenersAnyOutgoing()', ''],
  [SOCKET, 'listenersAny()', ''],
  [SOCKET, 'prependAny(listener)', ''],
  [SOCKET, 'offAny(listener)', ''],
  [SOCKET, 'send(...args)', ''],
  [SOCKET, 'compress(compress)', ''],
  [SOCKET, 'get volatile()', ''],
]

function withoutMethod(code: string, head: string, body: string): string {
  const start = code.indexOf(`    ${head} {\n`)
  const end = code.indexOf('\n    }\n', start)
  if (start < 0 || end < 0) throw new Error(`A socket has no ${head}`)
  return `${code.slice(0, start)}    ${head} { ${body}${code.slice(end)}`
}

function withoutUnusedSockets(): Plugin {
  return {
    name: 'without-unused-sockets',
    load: (id) => UNUSED.find(([file]) => file.test(id))?.[1] ?? null,
    transform(code, id) {
      const unused = UNUSED_METHODS.filter(([file]) => id.endsWith(file))
      if (unused.length === 0) return null
      return unused.reduce((rest, [, head, body]) => withoutMethod(rest, head, body), code)
    },
  }
}

/** What is loaded late has no style sheet of its own, and next to nothing that it loads in turn: none of it is worth the code that would fetch it beforehand. */
function withoutPreloading(): Plugin {
  return {
    name: 'without-preloading',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
  }
}

const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//

/** The licences of all packages that are built into the page. */
function licences(): Plugin {
  const textOf = (folder: string) => {
    const [file] = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name))
    if (file === undefined) throw new Error(`The package in ${folder} has no licence`)
    return `${folder.split('/node_modules/').at(-1)?.slice(0, -1)}\n\n${readFileSync(`${folder}${file}`, 'utf8')}`
  }
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = new Set(modules.map((id) => PACKAGE.exec(id)?.[0] ?? ''))
      const texts = [...folders].filter((folder) => folder !== '').map(textOf)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.sort().join('\n\n') })
    },
  }
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../src/web/share', import.meta.url))

/** The page behind share links, which the server itself serves, with its files under `/share-page/`. */
export default defineConfig({
  root,
  base: '/share-page/',
  logLevel: 'warn',
  publicDir: false,
  plugins: [licences()],
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

/** Packages that are built into the page; their licences want to go with them. */
const PACKAGES = [
  'preact',
  'socket.io-client',
  'socket.io-parser',
  'engine.io-client',
  'engine.io-parser',
  '@socket.io/component-emitter',
  'three',
]

function licences(): Plugin {
  const textOf = (name: string) => {
    const file = new URL(`../node_modules/${name}/LICENSE`, import.meta.url)
    return `${name}\n\n${readFileSync(file, 'utf8')}`
  }
  return {
    name: 'licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: PACKAGES.map(textOf).join('\n\n') })
    },
  }
}

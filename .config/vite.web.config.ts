import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

type Page = {
  /** Packages that are built into it; their licences want to go with it. */
  readonly packages: readonly string[]
  /** Where it lies in `dist/web` if the server itself serves it; other pages lie there by their own names. */
  readonly servedAs?: string
  /** What its policy allows besides its own script and style. */
  readonly sources: readonly string[]
}

const PAGES: Readonly<Record<string, Page>> = {
  'memory-graph': { packages: ['sigma', 'graphology'], sources: ['img-src data:'] },
  comparison: { packages: [], sources: ['img-src data:'] },
  'load-test': { packages: ['uplot'], sources: ['img-src data:'] },
  // Pictures of a model are read out of it, and a voice is heard, by addresses that the page makes for itself.
  'model-view': {
    packages: ['three'],
    sources: ['img-src blob: data:', 'media-src blob:', 'connect-src blob:'],
  },
  'api-reference': {
    packages: ['preact'],
    sources: ['img-src data:', "connect-src 'self'"],
    servedAs: 'api-reference/index.html',
  },
  'migration-guide': {
    packages: [],
    sources: ['img-src data:'],
    servedAs: 'api-reference/migration-guide.html',
  },
}
const NOTHING: Page = { packages: [], sources: [] }

const root = fileURLToPath(new URL('../src/web', import.meta.url))

const outDir = fileURLToPath(new URL('../dist/web', import.meta.url))
const environmentOf = (page: string) => page.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * The pages that a command writes as one file: all that they need is in them, in `dist/web/<page>.html`. Each is built by
 * itself: what two pages share would become a third file, which neither could load.
 */
export default defineConfig({
  root,
  base: './',
  logLevel: 'warn',
  publicDir: false,
  plugins: [onePage()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    // Nobody waits for a page that is a file.
    chunkSizeWarningLimit: 2000,
  },
  environments: Object.fromEntries(
    Object.keys(PAGES).map((page) => [
      environmentOf(page),
      { consumer: 'client', build: { rolldownOptions: { input: { [page]: `${root}/${page}/index.html` } } } },
    ]),
  ),
  builder: {
    buildApp: async ({ environments, build }) => {
      rmSync(outDir, { recursive: true, force: true })
      for (const page of Object.keys(PAGES)) {
        const environment = environments[environmentOf(page)]
        if (environment !== undefined) await build(environment)
      }
    },
  },
})

/**
 * Puts a page's script and styles into it, with a policy that allows exactly these and nothing from anywhere: what
 * players wrote stands in such pages.
 */
function onePage(): Plugin {
  return {
    name: 'one-page',
    enforce: 'post',
    generateBundle(_, bundle) {
      const textOf = (path: string): string => {
        const name = path.replace(/^(\.\.?\/)+/, '')
        const file = bundle[name]
        if (file === undefined) throw new Error(`The page wants ${path}, which was not built`)
        delete bundle[name]
        return file.type === 'chunk' ? file.code : String(file.source)
      }
      for (const [name, page] of Object.entries(bundle)) {
        if (page.type !== 'asset' || !name.endsWith('.html')) continue
        const [own = ''] = name.split('/')
        page.source = inlined(String(page.source), PAGES[own] ?? NOTHING, textOf)
        page.fileName = PAGES[own]?.servedAs ?? name.replace(/\/index\.html$/, '.html')
      }
      const left = Object.keys(bundle).filter((name) => !name.endsWith('.html'))
      if (left.length > 0) throw new Error(`A page would have to load ${left.join(', ')}`)
    },
  }
}

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/
const STYLE = /<link rel="stylesheet"[^>]* href="([^"]+)"([^>]*)>/

function inlined(html: string, { packages, sources }: Page, textOf: (path: string) => string): string {
  const [, scriptPath] = SCRIPT.exec(html) ?? []
  const script = scriptPath === undefined ? null : textOf(scriptPath).replaceAll('</script', '<\\/script')
  const style = textOf(STYLE.exec(html)?.[1] ?? '')
  const policy = [
    "default-src 'none'",
    ...(script === null ? [] : [`script-src ${hashOf(script)}`]),
    `style-src ${hashOf(style)}`,
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html
    .replace(SCRIPT, '')
    .replace(STYLE, () => `<style>${style}</style>`)
    .replace('<head>', () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace(
      '</body>',
      () =>
        `${script === null ? '' : `<script type="module">${script}</script>\n  `}</body>\n${packages.map(notice).join('')}`,
    )
}

const notice = (name: string): string =>
  `<!-- This page contains ${name}:\n\n${readFileSync(licenceOf(name), 'utf8')}-->\n`

function licenceOf(name: string): URL {
  const folder = new URL(`../node_modules/${name}/`, import.meta.url)
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one))
  if (file === undefined) throw new Error(`The package ${name} has no licence`)
  return new URL(file, folder)
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

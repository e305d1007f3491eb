import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is started or imported from outside: commands, the package's exports, what a child process loads. */
const SHIPPED = [
  ...typescriptIn('commands'),
  'src/adapters/extraction/extract.worker.ts',
  'src/adapters/model3d/build.worker.ts',
  'src/adapters/pdf/read.worker.ts',
  'src/adapters/speech/flite/flite.worker.ts',
  'src/cli/help.ts',
  'src/cli/report-failure.ts',
  'src/client/create-client.ts',
  'src/client/node-client.ts',
  'src/contract/index.ts',
  'src/loadtest/generate.worker.ts',
  'src/runtime/create-server.ts',
  'src/runtime/workers/serve.worker.ts',
  'src/store/open.ts',
]

/** What other modes than the plain one compile too. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  bench: typescriptIn('test/bench'),
  fuzz: ['test/fuzz/run.ts'],
  fixtures: [
    'test/support/pdf/make-fixtures.ts',
    'test/support/models/make-contact-sheet.ts',
    'test/support/speech/make-spectrograms.ts',
    'test/support/talk/fit-likelihood.ts',
  ],
}

/**
 * Compiles each entry to the same place under `dist`, and what several share into `dist/chunks`; packages are left
 * where they are, but for one: TypeBox is 700 small files that take 110 ms to load one by one, and 9 ms as one file.
 * Every start loads it. `--mode bench` compiles the benchmarks too,
 * `--mode fixtures` what makes the fixtures, `--mode fuzz` what tries hostile inputs.
 */
export default defineConfig(({ mode }) => ({
  root,
  logLevel: 'warn',
  ssr: { noExternal: [/^typebox(\/|$)/] },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: inputs([...SHIPPED, ...(ALSO[mode] ?? [])]),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        codeSplitting: { groups: [{ name: 'typebox', test: /node_modules[\\/]typebox[\\/]/ }] },
      },
    },
  },
}))

function inputs(files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), join(root, file)]))
}

function typescriptIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(folder, file))
}

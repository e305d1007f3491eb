import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const SHIPPED = ['src', 'commands']
const BENCHMARKS = ['test/bench', 'test/support']

/**
 * Compiles every source file to the same place under `dist`, packages left where they are, but for one: TypeBox is
 * 700 small files that take 110 ms to load one by one, and 9 ms as one file. Every start loads it.
 * `--mode bench` compiles the benchmarks too.
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
      input: inputs(mode === 'bench' ? [...SHIPPED, ...BENCHMARKS] : SHIPPED),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        codeSplitting: { groups: [{ name: 'typebox', test: /node_modules[\\/]typebox[\\/]/ }] },
      },
    },
  },
}))

function inputs(folders: readonly string[]): Record<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  )
  return Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), join(root, file)]))
}

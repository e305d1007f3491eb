import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, type Figure, median } from './bench.js'
import { timeToExit, timeToFirstLine } from './time-process.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Starting: the command line against an oclif hello world, the server against a bare Fastify with Socket.IO. */
export const bench: Bench = async (size) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  try {
    const parley = await packagedParley(join(folder, 'parley'))
    const hello = await helloWorld(join(folder, 'hello'))
    const bare = await bareServer(join(folder, 'bare'))
    const runs = size === 'full' ? 21 : 1
    return [
      await compare({
        name: 'parley --version against an oclif hello world',
        budget: 1.15,
        runs,
        ours: () => timeToExit(parley, ['--version']),
        baseline: () => timeToExit(hello, ['--version']),
      }),
      await compare({
        name: 'serve, spawn to ready, against a bare Fastify + Socket.IO',
        budget: 2.2,
        runs,
        ours: async () => {
          const dataDir = await mkdtemp(join(folder, 'data-'))
          return timeToFirstLine(parley, ['serve', '--port', '0', '--data-dir', dataDir, '--json'])
        },
        baseline: () => timeToFirstLine(bare, []),
      }),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Comparison = {
  readonly name: string
  readonly budget: number
  readonly runs: number
  readonly ours: () => Promise<number>
  readonly baseline: () => Promise<number>
}

/** Takes the two in turn, so that a machine that slows down slows both. */
async function compare({ name, budget, runs, ours, baseline }: Comparison): Promise<Figure> {
  await ours()
  await baseline()
  const pairs: [number, number][] = []
  for (let run = 0; run < runs; run++) pairs.push([await ours(), await baseline()])
  const ratio = median(pairs.map(([our, base]) => our / base))
  const [our, base] = [0, 1].map((side) => median(pairs.map((pair) => pair[side] ?? 0)))
  return {
    name,
    ratio,
    budget: { atMost: budget },
    detail: `${our?.toFixed(0)} ms against ${base?.toFixed(0)} ms, median of ${runs} pairs`,
  }
}

/** The tree as `npm pack` ships it: with its oclif manifest. Returns the program's file. */
async function packagedParley(folder: string): Promise<string> {
  await mkdir(folder)
  for (const part of ['package.json', 'bin', 'dist/src', 'dist/commands', 'dist/chunks', 'fixtures/worlds']) {
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, [join(root, 'node_modules/oclif/bin/run.js'), 'manifest', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, OCLIF_SKIP_NEW_VERSION_CHECK: 'true' },
  })
  return join(folder, 'bin/run.js')
}

async function helloWorld(folder: string): Promise<string> {
  const manifest = {
    version: '1.0.0',
    commands: {
      hello: { id: 'hello', aliases: [], args: {}, flags: {}, pluginName: 'hello', pluginType: 'core' },
    },
  }
  const description = {
    name: 'hello',
    version: '1.0.0',
    type: 'module',
    oclif: { bin: 'hello', dirname: 'hello', commands: './commands' },
  }
  await write(folder, {
    'package.json': JSON.stringify(description),
    'oclif.manifest.json': JSON.stringify(manifest),
    'run.js': "import { execute } from '@oclif/core'\nawait execute({ dir: import.meta.url })\n",
    'commands/hello.js':
      "import { Command } from '@oclif/core'\nexport default class Hello extends Command {\n  async run() { this.log('hello') }\n}\n",
  })
  return join(folder, 'run.js')
}

async function bareServer(folder: string): Promise<string> {
  await write(folder, {
    'package.json': JSON.stringify({ name: 'bare', version: '1.0.0', type: 'module' }),
    'run.js': [
      "import fastify from 'fastify'",
      "import { Server } from 'socket.io'",
      'const app = fastify()',
      "app.get('/', async () => ({ ok: true }))",
      'new Server(app.server)',
      "await app.listen({ host: '127.0.0.1', port: 0 })",
      "console.log('ready')",
      "process.once('SIGTERM', () => process.exit(0))",
    ].join('\n'),
  })
  return join(folder, 'run.js')
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(folder, 'commands'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type Bench, type Figure, median, type Size } from './bench.js'
import { CHARACTER, CONFIG, KEY } from './http-samples.js'

export const bench: Bench = async (size) => [await readOne(size), await createOne(size)]

type Load = { readonly path: string; readonly connections: number; readonly body?: string }

/** GET one character, authenticated and validated, against a raw server that sends the same bytes. */
async function readOne(size: Size): Promise<Figure> {
  const load = { path: `/api/v1/characters/${CHARACTER.id}`, connections: 32 }
  const ours = await serve('http-parley.js', [])
  const answer = await fetch(`http://127.0.0.1:${ours.port}${load.path}`, { headers: { 'x-api-key': KEY } })
  const raw = await serve('http-raw.js', [await answer.text()])
  const figure = await compare({ ours, baseline: raw, load, size })
  return { name: 'http: GET one character, 32 connections', budget: { atLeast: 0.4 }, ...figure }
}

/** POST create, durable, against a bare Fastify route with auth, validation and a group-committed log. */
async function createOne(size: Size): Promise<Figure> {
  const load = { path: '/api/v1/characters', connections: 64, body: JSON.stringify(CONFIG) }
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const ours = await serve('http-parley.js', [folder])
  const bare = await serve('http-baseline.js', [folder])
  const figure = await compare({ ours, baseline: bare, load, size })
  await rm(folder, { recursive: true })
  return { name: 'http: POST create, durable, 64 connections', budget: { atLeast: 0.6 }, ...figure }
}

type Server = { readonly port: number; stop(): Promise<void> }

async function serve(file: string, words: readonly string[]): Promise<Server> {
  const child = fork(new URL(file, import.meta.url), words)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

type Contest = { readonly ours: Server; readonly baseline: Server; readonly load: Load; readonly size: Size }

/** Turn by turn, so that what else the machine does falls on both. */
async function compare({ ours, baseline, load, size }: Contest): Promise<Pick<Figure, 'ratio' | 'detail'>> {
  const { rounds, seconds } = size === 'full' ? { rounds: 5, seconds: 4 } : { rounds: 1, seconds: 1 }
  if (size === 'full') {
    await fire(ours, load, 1)
    await fire(baseline, load, 1)
  }
  const pairs: { ours: number; baseline: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({
      ours: await fire(ours, load, seconds),
      baseline: await fire(baseline, load, seconds),
    })
  }
  await Promise.all([ours.stop(), baseline.stop()])
  const rate = (of: 'ours' | 'baseline') => Math.round(median(pairs.map((pair) => pair[of])))
  return {
    ratio: median(pairs.map((pair) => pair.ours / pair.baseline)),
    detail: `${rate('ours')}/s against ${rate('baseline')}/s`,
  }
}

async function fire({ port }: Server, { path, connections, body }: Load, duration: number): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    duration,
    headers: { 'x-api-key': KEY },
    ...(body === undefined
      ? {}
      : { method: 'POST', body, headers: { 'x-api-key': KEY, 'content-type': 'application/json' } }),
  })
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} refusals under load`)
  return requests.average
}

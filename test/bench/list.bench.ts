import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type Bench, type Figure, quantile } from './bench.js'
import { CROWD_KEY, FEW, FEW_KEY } from './http-samples.js'

/** GET a list of 100 in an account of 50,000 characters, against one of 100: turn by turn on one connection. */
export const bench: Bench = async (size) => {
  const { crowd, requests } =
    size === 'full' ? { crowd: 50_000, requests: 3000 } : { crowd: 1000, requests: 50 }
  const child = fork(new URL('http-parley.js', import.meta.url), ['', String(crowd)])
  const [port] = (await once(child, 'message')) as [number]
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const list = (key: string) => timeOf({ agent, port, key })

  const took = { few: [] as number[], crowd: [] as number[] }
  for (let n = -100; n < requests; n += 1) {
    const pair = { few: await list(FEW_KEY), crowd: await list(CROWD_KEY) }
    // The first hundred warm up both.
    if (n < 0) continue
    took.few.push(pair.few)
    took.crowd.push(pair.crowd)
  }
  agent.destroy()
  child.disconnect()
  await once(child, 'exit')
  return [figureOf(took, crowd)]
}

function figureOf(took: { few: number[]; crowd: number[] }, crowd: number): Figure {
  const [few, many] = [quantile(took.few, 0.99), quantile(took.crowd, 0.99)]
  return {
    name: `list: p99 of GET 100 of ${crowd} characters, against 100 of ${FEW}`,
    ratio: many / few,
    budget: { atMost: 3 },
    detail: `${many.toFixed(2)} ms against ${few.toFixed(2)} ms`,
  }
}

type Call = { readonly agent: Agent; readonly port: number; readonly key: string }

/** Milliseconds from the request to the last byte of a full page. */
async function timeOf({ agent, port, key }: Call): Promise<number> {
  const started = performance.now()
  const request = get({
    agent,
    port,
    host: '127.0.0.1',
    path: '/api/v1/characters?limit=100',
    headers: { 'x-api-key': key },
  })
  const [answer] = await once(request, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const took = performance.now() - started
  const { characters } = JSON.parse(Buffer.concat(chunks).toString())
  if (characters.length !== 100) throw new Error(`a page of ${characters.length}`)
  return took
}

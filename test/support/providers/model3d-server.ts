import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { bodyOf } from '../http/request-body.js'
import { fakeBody } from '../models/fake-body-builder.js'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** What the service says in place of what it would: a status with a body, or `cut`. */
export type Saying =
  | 'cut'
  | 'silent'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }

/** An imitation of Meshy's API on 127.0.0.1: each task is pending, half done, and then done. */
export async function startModel3dServer() {
  const asked: Asked[] = []
  const tasks = new Map<string, { readonly kind: string; questions: number }>()
  let say: (question: Asked) => Saying | undefined = () => undefined
  let fileAddress = (name: string) => `${url}/files/${name}`

  const answerOf = (question: Asked): Saying => {
    const { method, path } = question
    if (path.startsWith('/files/')) return { status: 200, body: fileOf(path) }
    if (method === 'POST') {
      const id = `task-${tasks.size + 1}`
      tasks.set(id, { kind: kindOf(question), questions: 0 })
      return { status: 202, body: { result: id } }
    }
    const id = path.replace(/^.*\//, '')
    const task = tasks.get(id)
    if (task === undefined) return { status: 404, body: { message: 'no such task' } }
    task.questions += 1
    if (task.questions === 1) return { status: 200, body: { id, status: 'PENDING', progress: 0 } }
    if (task.questions === 2) return { status: 200, body: { id, status: 'IN_PROGRESS', progress: 50 } }
    return {
      status: 200,
      body: { id, status: 'SUCCEEDED', progress: 100, ...resultOf(task.kind, fileAddress) },
    }
  }

  const server = createServer(async (request, response) => {
    const text = (await bodyOf(request))?.toString()
    if (text === undefined) return
    const question: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? {} : JSON.parse(text),
    }
    asked.push(question)
    const saying = say(question) ?? answerOf(question)
    if (saying === 'cut') return void request.socket.destroy()
    if (saying === 'silent') return
    const { status, headers = {}, body } = saying
    response.writeHead(status, headers)
    response.end(body instanceof Uint8Array ? body : JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url,
    asked,
    posted: () => asked.filter(({ method }) => method === 'POST'),
    /** From now on it says this where it is not undefined. */
    sayWhen: (when: typeof say) => {
      say = when
    },
    putFilesAt: (address: typeof fileAddress) => {
      fileAddress = address
    },
  }
}

const kindOf = ({ path, body }: Asked): string => {
  if (path.endsWith('/rigging')) return 'rig'
  return path.endsWith('/animations') ? 'animate' : String(body['mode'])
}

function resultOf(kind: string, addressOf: (name: string) => string): object {
  if (kind === 'rig') return { result: { rigged_character_glb_url: addressOf('rigged.glb') } }
  if (kind === 'animate') return { result: { animation_glb_url: addressOf('animated.glb') } }
  return { model_urls: { glb: addressOf(`${kind}.glb`) }, thumbnail_url: addressOf('thumbnail.png') }
}

const ORDER = { appearance: 'from the service', palette: [] }

export function fileOf(path: string): Uint8Array {
  const body = fakeBody({ ...ORDER, rigged: path.endsWith('animated.glb') })
  if (path.endsWith('.png')) return body.thumbnail
  return path.endsWith('preview.glb') ? body.preview : body.model
}

import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { allowPreflight } from './cors.js'

/** What is served where, for requests that matched no route: is it the path that is wrong, or only the method? */
export function createUnmatchedHandler() {
  const served = new Map<string, { readonly shape: RegExp; readonly methods: Set<string> }>()

  function methodsAt(path: string): string[] {
    const methods = [...served.values()].flatMap((at) => (at.shape.test(path) ? [...at.methods] : []))
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
  }

  return {
    note({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
      const at = served.get(url) ?? { shape: pathPattern(url), methods: new Set() }
      for (const name of [method].flat()) at.methods.add(name)
      served.set(url, at)
    },

    /** 404 for an unknown path, 405 for a known one; `OPTIONS` tells what a known path allows. */
    answerUnmatched(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const [path = '/'] = request.url.split('?')
      const methods = methodsAt(path)
      if (methods.length === 0) return reply.code(404).send({ detail: 'Not Found' })

      reply.header('allow', methods.join(', '))
      if (request.method !== 'OPTIONS') return reply.code(405).send({ detail: 'Method Not Allowed' })
      allowPreflight(request, reply, { path, methods })
      return reply.code(204).send()
    },
  }
}

/** `/players/:playerId` as an expression; `*` takes the rest of the path. */
function pathPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:\w+|\*/g, (part) => (part === '*' ? '.*' : '[^/]*'))}$`)
}

import type { FastifyPluginAsync } from 'fastify'
import { WEBRTC_NOT_SUPPORTED, WEBRTC_PATHS } from '../contract/webrtc.js'

/**
 * Refuses voice over WebRTC in words. Published SDKs open a WebSocket at these paths, which a plain refusal fails at once,
 * and then read the reason from the text of `validate`, for which any status of 400 to 499 will do but 404: after that
 * they try an older path.
 */
export const webrtcRoutes: FastifyPluginAsync = async (app) => {
  for (const url of WEBRTC_PATHS) {
    app.get(url, { config: { credential: 'none' } }, async (_request, reply) =>
      reply.code(403).type('text/plain; charset=utf-8').send(WEBRTC_NOT_SUPPORTED),
    )
  }
}

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { WEBRTC_NOT_SUPPORTED } from '../../../src/contract/webrtc.js'
import { connectPlayer, rest, startTestServer } from '../../support/servers/test-server.js'

/** What hangs is ended after this; a client of the service gives up after ten seconds. */
const HANGS_MS = 9000

const WEBSOCKET = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** The place that an SDK is sent to for voice over WebRTC. */
async function given() {
  const server = await startTestServer()
  const made = await rest(server, 'POST', '/api/v1/characters', {})
  const { id: character_id } = made.body as { id: string }
  const player = connectPlayer(server, { api_key: server.ready.apiKey, character_id, player_id: 'ada' })
  await player.next('session_info')
  player.send('livekit_token', {})
  return (await player.next('livekit_token')) as { url: string; token: string; room: string }
}

test.each(['/rtc', '/rtc/v1'])(
  'a WebRTC client that opens %s is refused at once, and reads the reason',
  async (path) => {
    const { url, token } = await given()
    const query = `?access_token=${token}&auto_subscribe=1&sdk=js&protocol=16`
    const asked = get(`${url.replace('ws:', 'http:')}${path}${query}`, {
      headers: WEBSOCKET,
      timeout: HANGS_MS,
    })
    onTestFinished(() => void asked.destroy())
    asked.on('timeout', () => asked.destroy(new Error('Nobody refused the WebSocket')))
    // An upgrade would come as an event of that name.
    const [refusal] = (await once(asked, 'response')) as [IncomingMessage]
    expect(refusal.statusCode).toBe(403)
    refusal.resume()

    // As a page of another origin.
    const answer = await fetch(`${url.replace('ws:', 'http:')}${path}/validate${query}`, {
      headers: { origin: 'https://app.example' },
      signal: AbortSignal.timeout(HANGS_MS),
    })
    expect([answer.status, await answer.text()]).toEqual([403, WEBRTC_NOT_SUPPORTED])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  },
)

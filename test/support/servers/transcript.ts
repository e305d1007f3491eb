import type { Batch } from '../../../src/contract/batches.js'
import type { CreatedShare, ShareSession } from '../../../src/contract/shares.js'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { connectPlayer, idTokenOf, type Player, rest, sendTextAndWait } from './test-server.js'

type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** What a script sees of a server, and how it asks. */
type Script = {
  readonly server: RunningServer
  readonly seen: unknown[]
  /** With the first account's key. What is answered is part of the transcript. */
  readonly call: Call
  /** The same with an ID token of the account. */
  readonly control: Call
  /** The same answer is different in each run. */
  readonly mask: (secret: string, name: string) => void
}

/**
 * Everything that clients get to see when one script is played on a server with a seed and a clock: bodies, events, ids and
 * times, with secrets and the address masked. Two servers that serve alike give the same text.
 */
export async function playTranscript(server: RunningServer): Promise<string> {
  const seen: unknown[] = []
  const secrets = new Map([
    [server.ready.baseUrl, '<base>'],
    [server.ready.apiKey, '<key>'],
  ])
  const authorization = `Bearer ${await idTokenOf(server)}`
  const script: Script = {
    server,
    seen,
    async call(...words) {
      const answer = await rest(server, ...words)
      seen.push(answer)
      return answer.body
    },
    async control(method, path, body) {
      const response = await fetch(server.ready.baseUrl + path, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const answer = { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
      seen.push(answer)
      return answer.body
    },
    mask: (secret, name) => void secrets.set(secret, name),
  }
  const { id, other } = await makeCharacters(script)
  await talk(script, id)
  await correctMemories(script, id)
  await share(script, id)
  await meet(script, id, other)
  await submitBatch(script)
  await takeAway(script, id)
  return [...secrets].reduce(
    (text, [secret, name]) => text.replaceAll(secret, name),
    seen.map((item) => JSON.stringify(item)).join('\n'),
  )
}

const idOf = (body: unknown): string => (body as { id: string }).id

async function makeCharacters({ call, control }: Script): Promise<{ id: string; other: string }> {
  const id = idOf(
    await call('POST', '/api/v1/characters', {
      persona: { name: 'Ada', personality: 'Curious.', background: 'I built the engine in 1843.' },
      actions: [{ name: 'wave', description: 'Wave to the visitor' }],
    }),
  )
  const other = idOf(await call('POST', '/api/v1/characters', { persona: { name: 'Bo' } }))
  await call('POST', '/api/v1/characters', { persona: {} })
  await call('PUT', `/api/v1/characters/${id}`, { persona: { tagline: 'Countess' } })
  await control('POST', '/api/control/v1/organizations', { name: 'Engines' })
  await control('GET', '/api/control/v1/organizations')
  return { id, other }
}

/** In a session, and by requests. */
async function talk({ server, seen, call }: Script, id: string): Promise<void> {
  const auth = { api_key: server.ready.apiKey, character_id: id, player_id: 'p1' }
  const player = connectPlayer(server, { ...auth, capabilities: { client_action: true } })
  await player.next('session_info')
  await sendTextAndWait(player, 'Hello, I am Grace.')
  await sendTextAndWait(player, 'When did you build the engine? Please wave to me.')
  player.send('say_line', { text: 'Good night.', text_only: true })
  await wholeReply(player)
  await player.leave()
  seen.push(player.heard)
  await memoriesMade(server, id)
  await call('POST', `/api/v1/characters/${id}/turn`, { playerId: 'p1', message: 'What is my name?' })
  await call('POST', `/api/v1/characters/${id}/turn`, { playerId: 'p1', message: 'Yes', remember: false })
  await call('GET', '/api/v1/characters')
  await call('GET', `/api/v1/characters/${id}/players`)
  await call('GET', `/api/v1/characters/${id}/players/stats`)
  const { messages } = (await call('GET', `/api/v1/characters/${id}/players/p1/messages`)) as {
    messages: readonly unknown[]
  }
  if (messages.length === 0) throw new Error('nothing was said')
  await call('GET', `/api/v1/characters/${id}/players/p1`)
  await call('GET', '/api/v1/characters/nobody')
}

const wholeReply = (player: Player) =>
  player.next('bot_response', ({ is_final }: { is_final: boolean }) => is_final)

/** Memories are made in the background, soon after the end of the session. */
async function memoriesMade(server: RunningServer, id: string): Promise<void> {
  for (let body: unknown; ; ) {
    body = (await rest(server, 'GET', `/api/v1/characters/${id}/players/p1`)).body
    if ((body as { lastMemoryExtractionAt: unknown }).lastMemoryExtractionAt !== null) return
  }
}

async function correctMemories({ call, control }: Script, id: string): Promise<void> {
  const path = `/characters/${id}/players/p1/memories`
  const memories = `/api/v1${path}`
  const memory = idOf(
    await call('POST', memories, { content: 'Keeps bees with her sister', memoryType: 'relationship' }),
  )
  await call('PATCH', `${memories}/${memory}`, { importance: 0.9 })
  const mistaken = idOf(await call('POST', memories, { content: 'Is a baker', memoryType: 'fact' }))
  await call('DELETE', `${memories}/${mistaken}`)
  await call('GET', memories)
  await call('GET', `${memories}?status=deleted`)
  await call('GET', `${memories}/core-facts`)
  await call('GET', `${memories}/stats`)
  await call('POST', `${memories}/search`, { query: 'who keeps bees?' })
  await control('GET', `/api/control/v1${path}/${memory}/history`)
  await call('POST', `/api/v1/characters/${id}/turn`, { playerId: 'p1', message: 'Who keeps bees?' })
}

async function share({ server, seen, call, control, mask }: Script, id: string): Promise<void> {
  const body = { characterId: id, permanent: true }
  const { token } = (await control('POST', '/api/v1/share', body)) as CreatedShare
  mask(token, '<share>')
  const opened = (await call('POST', `/api/v1/share/${token}/open`)) as ShareSession
  mask(opened.sessionToken, '<session>')
  mask(opened.playerId, '<guest>')
  const auth = { api_key: opened.sessionToken, character_id: id, player_id: opened.playerId }
  const guest = connectPlayer(server, auth)
  await guest.next('session_info')
  await sendTextAndWait(guest, 'Who are you?')
  await control('DELETE', `/api/v1/share/${token}`)
  await guest.sentAway()
  seen.push(guest.heard)
  await control('GET', `/api/v1/share/character/${id}`)
  await call('POST', `/api/v1/share/${token}/open`)
}

/** Two characters talk to each other; who listens hears all of it, however late it is there. */
async function meet({ server, seen, call }: Script, id: string, other: string): Promise<void> {
  const { encounterId } = (await call('POST', '/api/v1/encounters', {
    ...{ characterAId: id, characterBId: other, prompt: 'They meet on a bridge.', maxTurns: 4 },
  })) as { encounterId: string }
  const auth = { api_key: server.ready.apiKey, character_id: id, player_id: 'listener' }
  const listener = connectPlayer(server, auth)
  await listener.next('session_info')
  listener.send('subscribe_encounter', { encounterId })
  await listener.next('encounter_end')
  await listener.leave()
  seen.push(listener.heard)
}

async function submitBatch({ server, call }: Script): Promise<void> {
  const requests = ['Cy', 'Di'].map((name) => ({ customId: name, persona: { name }, documents: [] }))
  const { id } = (await rest(server, 'POST', '/api/v1/characters/batch', { requests })).body as Batch
  const path = `/api/v1/characters/batch/${id}`
  while (((await rest(server, 'GET', path)).body as Batch).status === 'processing');
  await call('GET', path)
}

async function takeAway({ call }: Script, id: string): Promise<void> {
  await call('DELETE', `/api/v1/characters/${id}/players/p1/memories`)
  await call('GET', `/api/v1/characters/${id}/players/p1/memories`)
  await call('DELETE', `/api/v1/characters/${id}/players/p1`)
  await call('GET', `/api/v1/characters/${id}/players`)
  await call('DELETE', `/api/v1/characters/${id}`)
  await call('GET', `/api/v1/characters/${id}`)
  await call('GET', '/api/v1/characters')
}

import { expect, onTestFinished, test } from 'vitest'
import type { ServerEvents } from '../../src/contract/events.js'
import type { CreatedShare, ShareSession } from '../../src/contract/shares.js'
import type { TurnTrace } from '../../src/contract/turn-traces.js'
import type { TurnResponse } from '../../src/contract/turns.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { createSeededRandom } from '../support/memories/search.js'
import { propertyRuns } from '../support/rounds.js'
import {
  connectPlayer,
  createTestServer,
  idTokenOf,
  type Player,
  rest,
} from '../support/servers/test-server.js'
import { temporaryFolder } from '../support/stores/store-folder.js'

// Everybody who can talk to a character as one player does so at the same time: two windows of the player, a group of
// guests in the player's conversation, requests over REST, and an encounter of the character beside them.

type Message = { readonly id: number; readonly role: string; readonly content: string }
type Random = () => number
type Response = ServerEvents['bot_response']

const SEEDS = 60
const TEXTS = 6

/** One who talks: sends a text, and resolves with what was delivered of its replies once the last of them is over. */
type Speaker = {
  readonly name: string
  readonly say: (texts: readonly string[]) => Promise<void>
  readonly delivered: () => string[]
  readonly leave: () => Promise<void>
}

test.each(Array.from({ length: propertyRuns(SEEDS) }, (_, at) => at + 1))(
  'whoever talks as one player at the same time, everything is stored once and in order (seed %i)',
  { tags: 'rounds' },
  async (seed) => {
    const random = createSeededRandom(seed)
    const world = await givenCharacter()
    const speakers = await everybody(world)
    const encounter = await startEncounter(world)
    const sent = await Promise.all(speakers.map((speaker) => talk(speaker, random)))
    await encounter.over()
    await Promise.all(speakers.map(({ leave }) => leave()))

    const messages = await world.messages()
    const of = (role: string) => messages.filter((each) => each.role === role).map(({ content }) => content)
    expect(of('user').sort()).toEqual(sent.flat().sort())
    for (const texts of sent) expect(of('user').filter((text) => texts.includes(text))).toEqual(texts)
    expect(of('assistant').sort()).toEqual(speakers.flatMap(({ delivered }) => delivered()).sort())
    expect(encounter.lines()).toBe(4)
    for (const texts of sent) expect(await overtakenTurns(world, texts)).toEqual([])
  },
)

/** The turns of one speaker that did not wait for the turn before: its text was unknown, or its reply was stored later. */
async function overtakenTurns({ traceOf }: World, texts: readonly string[]): Promise<string[]> {
  const traces = await Promise.all(texts.map(traceOf))
  expect(traces.at(-1)?.request).toBeTruthy()
  return traces.flatMap((trace, at) => {
    const [textBefore, before] = [texts[at - 1], traces[at - 1]]
    if (textBefore === undefined || trace === undefined) return []
    const isKnown = trace.request?.messages.some(({ content }) => content === textBefore)
    const isInOrder = (before?.replyMessageId ?? 0) < (trace.playerMessageId ?? 0)
    return isKnown && isInOrder ? [] : [trace.text]
  })
}

async function talk({ name, say }: Speaker, random: Random): Promise<string[]> {
  const sent: string[] = []
  while (sent.length < TEXTS) {
    for (let turns = Math.floor(random() * 20); turns > 0; turns -= 1)
      await new Promise((resolve) => setImmediate(resolve))
    // Now and then one text comes right behind another, and interrupts its reply.
    const texts = Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, at) => `${name} ${sent.length + at}?`)
    sent.push(...texts)
    await say(texts)
  }
  return sent
}

async function givenCharacter() {
  // On a disk each store takes its time, in which others may come between.
  const server = await createTestServer({ logLevel: 'silent', dataDir: await temporaryFolder() })
  onTestFinished(() => server.stop())
  const create = async (name: string) => {
    const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name } })
    return (body as { id: string }).id
  }
  const [characterId, other] = [await create('Mira'), await create('Bram')]
  const bearer = { authorization: `Bearer ${server.ready.apiKey}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ characterId, permanent: true, memorySharing: 'shared' })
  const created = await fetch(`${server.ready.baseUrl}/api/v1/share`, {
    method: 'POST',
    headers: bearer,
    body,
  })
  const { token } = (await created.json()) as CreatedShare
  const playerId = server.ready.account.id
  const messages = async () => {
    const path = `/api/v1/characters/${characterId}/players/${playerId}/messages?limit=200`
    return ((await rest(server, 'GET', path)).body as { messages: Message[] }).messages
  }
  const authorization = `Bearer ${await idTokenOf(server)}`
  return {
    ...{ server, characterId, other, playerId, token, messages },
    /** Of the turn that answered a text; undefined when it was stopped before it had a prompt. */
    traceOf: async (text: string): Promise<TurnTrace | undefined> => {
      const id = (await messages()).find(({ content }) => content === text)?.id
      const url = `${server.ready.baseUrl}/api/control/v1/local/turns/${id}`
      const response = await fetch(url, { headers: { authorization } })
      return response.status === 404 ? undefined : ((await response.json()) as TurnTrace)
    },
  }
}

type World = Awaited<ReturnType<typeof givenCharacter>>

async function everybody(world: World): Promise<Speaker[]> {
  const { server, characterId, playerId, token } = world
  const window = (name: string) =>
    speakerOf(name, server, { api_key: server.ready.apiKey, character_id: characterId, player_id: playerId })
  const guest = async (name: string) => {
    const { body } = await rest(server, 'POST', `/api/v1/share/${token}/open`)
    const { sessionToken } = body as ShareSession
    return speakerOf(name, server, { api_key: sessionToken, character_id: characterId, player_id: 'x' })
  }
  return Promise.all([
    window('first'),
    window('second'),
    guest('guest'),
    guest('visitor'),
    restSpeaker(world),
  ])
}

async function speakerOf(name: string, server: RunningServer, auth: object): Promise<Speaker> {
  const player = connectPlayer(server, auth)
  await player.next('session_info')
  return {
    name,
    say: async (texts) => {
      const ended = endedReplies(player) + texts.length
      for (const text of texts) player.send('text', { text, textOnly: true })
      while (endedReplies(player) < ended) await new Promise((resolve) => setImmediate(resolve))
    },
    delivered: () => deliveredTexts(player),
    leave: player.leave,
  }
}

/** A reply ends with its final, or with its interrupt. */
const endedReplies = ({ heard }: Player): number =>
  heard.filter(([name, payload]) => name === 'interrupt' || (payload as Partial<Response>).is_final === true)
    .length

/** The chunks of each reply, put together; a reply without any left nothing. */
function deliveredTexts({ heard }: Player): string[] {
  const texts = new Map<string, string>()
  for (const [name, payload] of heard) {
    if (name !== 'bot_response') continue
    const { message_id, text, is_final } = payload as Response
    if (!is_final) texts.set(message_id, (texts.get(message_id) ?? '') + text)
  }
  return [...texts.values()]
}

async function restSpeaker({ server, characterId, playerId }: World): Promise<Speaker> {
  const replies: string[] = []
  const request = async (message: string) => {
    const { body } = await rest(server, 'POST', `/api/v1/characters/${characterId}/turn`, {
      message,
      playerId,
    })
    replies.push((body as TurnResponse).text)
  }
  return {
    name: 'request',
    say: async (texts) => void (await Promise.all(texts.map(request))),
    delivered: () => replies,
    leave: async () => undefined,
  }
}

async function startEncounter({ server, characterId, other }: World) {
  const player = connectPlayer(server, {
    ...{ api_key: server.ready.apiKey, character_id: characterId, player_id: 'watcher' },
  })
  await player.next('session_info')
  const start = { characterAId: characterId, characterBId: other, prompt: 'They meet.', maxTurns: 4 }
  const { body } = await rest(server, 'POST', '/api/v1/encounters', start)
  player.send('subscribe_encounter', body as object)
  return {
    over: () => player.next('encounter_end'),
    lines: () => player.heard.filter(([name]) => name === 'encounter_message').length,
  }
}

import { io } from 'socket.io-client'
import type { Static } from 'typebox'
import { expect } from 'vitest'
import type { Character, CharacterPageSchema } from '../../../src/contract/characters.js'
import type { Conversation, Message } from '../../../src/contract/conversations.js'
import type { ServerProcess } from '../servers/store-server.js'

const PLAYER = 'player-1'

/** What was asked of the servers so far, and what they acknowledged. */
export function createLedger(prefix = 'character') {
  const names = new Set<string>()
  const created = new Map<string, string>()
  const removing = new Set<string>()
  const removed = new Set<string>()
  const versions = new Map<string, { asked: number; acknowledged: number }>()
  const said: string[] = []
  const answered = new Set<string>()
  return { prefix, names, created, removing, removed, versions, said, answered }
}
type Ledger = ReturnType<typeof createLedger>

/** Creates characters, each with a few updates after it, and removes every fourth. */
async function keepWriting(
  { call }: ServerProcess,
  ledger: Ledger,
  { acknowledged, isOver = () => false }: { acknowledged: () => void; isOver?: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const name = `${ledger.prefix} ${ledger.names.size}`
    ledger.names.add(name)
    const { id } = await call<Character>('POST', '/characters', { persona: { name }, llm: { max_tokens: 1 } })
    ledger.created.set(id, name)
    ledger.versions.set(id, { asked: 1, acknowledged: 1 })
    acknowledged()
    for (const version of [2, 3]) {
      ledger.versions.set(id, { asked: version, acknowledged: version - 1 })
      await call('PUT', `/characters/${id}`, { llm: { max_tokens: version } })
      ledger.versions.set(id, { asked: version, acknowledged: version })
      acknowledged()
    }
    if (ledger.names.size % 4 > 0) continue
    ledger.removing.add(id)
    await call('DELETE', `/characters/${id}`)
    ledger.removed.add(id)
    acknowledged()
  }
}

/** Writes as above while processes of the server are killed, which may leave a call without an answer. */
export async function writeThroughDeaths(server: ServerProcess, ledger: Ledger, isOver: () => boolean) {
  while (!isOver())
    await keepWriting(server, ledger, { acknowledged: () => undefined, isOver }).catch((error) => {
      if (!(error instanceof TypeError && error.message === 'fetch failed')) throw error
    })
}

/** Says one line after the other, each when the one before is answered, until the server is gone. */
function keepTalking(
  { ready }: ServerProcess,
  characterId: string,
  ledger: Ledger,
  acknowledged: () => void,
) {
  const socket = io(`${ready.baseUrl}/sdk`, {
    auth: { api_key: ready.apiKey, character_id: characterId, player_id: PLAYER },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  const say = () => {
    const line = `line ${ledger.said.length}`
    ledger.said.push(line)
    socket.emit('text', { text: line, textOnly: true })
  }
  socket.on('session_info', say)
  socket.on('bot_response', ({ is_final }: { is_final: boolean }) => {
    if (!is_final) return
    ledger.answered.add(ledger.said.at(-1) ?? '')
    acknowledged()
    say()
  })
  return new Promise<void>((resolve) => {
    socket.on('disconnect', () => resolve())
    socket.on('connect_error', () => resolve())
  })
}

/** Happens while all write; it may wait until more was acknowledged. */
type BeforeDeath = (untilMore: (number: number) => Promise<void>) => Promise<void>

type Life = {
  readonly enough: number
  /** A server with the same records that is written to at the same time, and goes on. */
  readonly beside?: ServerProcess
  readonly before?: BeforeDeath
}

/** Lets all write until so much is acknowledged and two lines are answered, and kills the server in the middle of the next writes. */
export async function liveAndDie(
  server: ServerProcess,
  characterId: string,
  ledger: Ledger,
  { enough, beside, before = async () => undefined }: Life,
) {
  const answered = ledger.answered.size + 2
  let count = 0
  await new Promise<void>((resolve, reject) => {
    let isDead = false
    let isDying = false
    const watching = new Set<() => void>()
    const untilMore = (number: number) =>
      new Promise<void>((enough) => {
        const end = count + number
        const look = () => {
          if (count < end) return
          watching.delete(look)
          enough()
        }
        watching.add(look)
      })
    const acknowledged = () => {
      count += 1
      for (const wake of watching) wake()
      if (isDying || count < enough || ledger.answered.size < answered) return
      isDying = true
      before(untilMore).then(() => {
        isDead = true
        void Promise.all([server.kill(), talking, ...writing, ...writingBeside]).then(() => resolve())
      }, reject)
    }
    /** Only a dead server may leave a call without an answer. */
    const untilDeath = (work: Promise<void>) =>
      work.catch((error) => {
        if (!isDead) reject(error)
      })
    const writing = Array.from({ length: 4 }, () => untilDeath(keepWriting(server, ledger, { acknowledged })))
    const writingBeside = (beside === undefined ? [] : [beside, beside]).map((other) =>
      keepWriting(other, ledger, { acknowledged, isOver: () => isDead }).catch(reject),
    )
    const talking = keepTalking(server, characterId, ledger, acknowledged)
  })
}

async function pages<T>(size: number, page: (number: number) => Promise<T[]>): Promise<T[]> {
  const all: T[] = []
  for (let number = 0; ; number += 1) {
    const found = await page(number)
    all.push(...found)
    if (found.length < size) return all
  }
}

export async function expectCharacters(
  { call }: ServerProcess,
  talkers: string | readonly string[],
  ledger: Ledger,
): Promise<void> {
  const others = [talkers].flat()
  const listed = await pages(100, async (number) => {
    const path = `/characters?limit=100&offset=${number * 100}`
    return (await call<Static<typeof CharacterPageSchema>>('GET', path)).characters
  })
  const found = new Map(
    listed.filter(({ id }) => !others.includes(id)).map((character) => [character.id, character]),
  )
  expect(found.size).toBe(listed.length - others.length)

  for (const [id, name] of ledger.created) {
    if (!ledger.removing.has(id)) expect(found.get(id)).toMatchObject({ id, name })
    if (ledger.removed.has(id)) expect(found.has(id)).toBe(false)
  }
  const names = [...found.values()].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { id, name, llm_max_tokens } of found.values()) {
    expect(ledger.names).toContain(name)
    const { asked, acknowledged } = ledger.versions.get(id) ?? { asked: 1, acknowledged: 1 }
    expect(llm_max_tokens).toBeGreaterThanOrEqual(acknowledged)
    expect(llm_max_tokens).toBeLessThanOrEqual(asked)
  }
}

export async function expectConversation(
  { call }: ServerProcess,
  talker: string,
  ledger: Ledger,
  player: string = PLAYER,
): Promise<void> {
  const path = `/characters/${talker}/players/${player}`
  const newestFirst = await pages(200, async (number) => {
    const page = await call<{ messages: Message[] }>('GET', `${path}/messages?limit=200&page=${number + 1}`)
    return page.messages.toReversed()
  })
  const messages = newestFirst.toReversed()
  const ids = messages.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  const { messageCount } = await call<Conversation>('GET', path)
  expect(messageCount).toBe(messages.length)

  const lines = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(lines).toEqual(ledger.said.filter((line) => lines.includes(line)))
  expect([...ledger.answered].filter((line) => !lines.includes(line))).toEqual([])
  const answers = new Set(
    messages.flatMap(({ role }, at) => (role === 'assistant' ? [messages[at - 1]?.content] : [])),
  )
  expect([...ledger.answered].filter((line) => !answers.has(line))).toEqual([])
}

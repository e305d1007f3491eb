import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../../src/client/create-client.js'
import { getBatch, submitBatch } from '../../src/contract/batches.js'
import { createCharacter, deleteCharacter } from '../../src/contract/characters.js'
import { createMemory, deleteAllMemories, listMemories } from '../../src/contract/memories.js'
import { searchMemories } from '../../src/contract/memory-views.js'
import { createShare, openShare, revokeShare } from '../../src/contract/shares.js'
import { madeUpText } from '../support/memories/search.js'

export type SoakWorld = {
  /** PDFs on this machine. */
  readonly urls: readonly string[]
  readonly chance: () => number
}

/** One round of something that users do, which removes what it made; returns how many times it was done. */
type Load = (world: SoakWorld, client: Client) => Promise<number>

/** What is done side by side, again and again. */
export const LOADS: Readonly<Record<'turns' | 'searches' | 'batches' | 'shares', Load>> = {
  turns: (world, client) => withCharacter(client, (characterId) => talk(world, client, characterId)),
  searches: (world, client) => withCharacter(client, (characterId) => remember(world, client, characterId)),
  batches: submitWithDocuments,
  shares: (_, client) => withCharacter(client, (characterId) => shareAndRevoke(client, characterId)),
}

async function withCharacter(
  client: Client,
  work: (characterId: string) => Promise<number>,
): Promise<number> {
  const { id } = await client.call(createCharacter, {
    body: { persona: { name: 'Mira', background: 'I keep the lighthouse.' } },
  })
  const done = await work(id)
  await client.call(deleteCharacter, { params: { characterId: id } })
  return done
}

/** Comes back three times, so that memories are made in between. */
async function talk({ chance }: SoakWorld, client: Client, characterId: string): Promise<number> {
  const lines = [
    'My name is Ada.',
    'I live in Lyon.',
    'I like green tea.',
    `Do you know ${madeUpText(6, chance)}?`,
  ]
  for (let visit = 0; visit < 3; visit += 1) {
    const session = await client.connect({ characterId, playerId: 'ada', autoReconnect: false })
    for (const line of lines) await session.ask(line, { textOnly: true })
    session.disconnect()
  }
  return 3 * lines.length
}

const WRITTEN = 20

async function remember({ chance }: SoakWorld, client: Client, characterId: string): Promise<number> {
  const params = { characterId, playerId: 'ada' }
  for (let n = 0; n < WRITTEN; n += 1) {
    const content = `${n} ${madeUpText(8, chance)}`
    await client.call(createMemory, { params, body: { content, memoryType: 'fact' } })
    await client.call(searchMemories, { params, body: { query: madeUpText(3, chance) } })
  }
  const { total } = await client.call(listMemories, { params, query: {} })
  if (total !== WRITTEN) throw new Error(`${WRITTEN} memories were written and ${total} are there`)
  await client.call(deleteAllMemories, { params, query: { confirm: true } })
  return WRITTEN
}

const BATCH_ITEMS = 3
const POLL_MS = 50

async function submitWithDocuments({ urls }: SoakWorld, client: Client): Promise<number> {
  const requests = Array.from({ length: BATCH_ITEMS }, (_, item) => ({
    customId: `item-${item}`,
    documents: [{ url: urls[item % urls.length] ?? '' }, { url: urls[(item + 1) % urls.length] ?? '' }],
  }))
  const { id: batchId } = await client.call(submitBatch, { body: { requests } })
  for (;;) {
    const batch = await client.call(getBatch, { params: { batchId } })
    if (batch.status === 'processing') {
      await pause(POLL_MS)
      continue
    }
    for (const { characterId } of batch.items ?? []) {
      if (characterId === null) throw new Error('an item of a batch failed')
      await client.call(deleteCharacter, { params: { characterId } })
    }
    return 1
  }
}

/** A stranger talks until the link is taken back, which ends the session. */
async function shareAndRevoke(client: Client, characterId: string): Promise<number> {
  const { token: shareId } = await client.call(createShare, { body: { characterId, permanent: true } })
  const opened = await client.call(openShare, { params: { shareId } })
  const stranger = createClient({ baseUrl: client.baseUrl, apiKey: opened.sessionToken })
  const session = await stranger.connect({
    characterId,
    playerId: opened.playerId,
    autoReconnect: false,
  })
  await session.ask('Hello there.', { textOnly: true })
  const ended = new Promise((resolve) => session.on('disconnected', resolve))
  await client.call(revokeShare, { params: { shareId } })
  await ended
  return 1
}

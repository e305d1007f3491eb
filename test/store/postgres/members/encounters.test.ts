import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import type { ServerEvents } from '../../../../src/contract/events.js'
import { type ModelResponse, startModelServer } from '../../../support/providers/model-server.js'
import { openAi } from '../../../support/providers/openai-server.js'
import { connectPlayer, rest, startTestServer } from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

type Message = ServerEvents['encounter_message']
type End = ServerEvents['encounter_end']

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  /** Two servers of one database; a turn of an encounter is held until it is answered here. */
  async function givenTwo() {
    const provider = await startModelServer([() => undefined])
    onTestFinished(provider.close)
    const [dataDir, store] = [await temporaryFolder(), await postgres.database()]
    const configFile = join(await temporaryFolder(), 'parley.yaml')
    const model = `{ kind: openai-compatible, baseUrl: "${provider.url}/v1", model: m }`
    await writeFile(configFile, `memories: { extraction: rules }\nllm: { providers: { held: ${model} } }\n`)
    const start = () => startTestServer({ dataDir, store, configFile, members: true, limits: 'off' })
    const [running, other] = await Promise.all([start(), start()])
    const create = async (name: string) =>
      ((await rest(running, 'POST', '/api/v1/characters', { persona: { name } })).body as Character).id
    const [characterAId, characterBId] = [await create('Mira'), await create('Bram')]
    const answer = async (turn: number, text: string) => {
      await expect.poll(() => provider.lines.length).toBeGreaterThan(turn)
      const line = provider.lines[turn] as ModelResponse
      line.send([...openAi.say(text), ...openAi.stop()].join(''))
      line.end()
    }
    const auth = { api_key: other.ready.apiKey, character_id: characterAId, player_id: 'ada' }
    const listener = connectPlayer(other, auth)
    await listener.next('session_info')
    /** Begins one at the first server, and listens to it at the other one. */
    const begin = async (maxTurns: number) => {
      const asked = { characterAId, characterBId, prompt: 'At the harbour.', maxTurns, voice: false }
      const { body } = await rest(running, 'POST', '/api/v1/encounters', asked)
      const { encounterId } = body as { encounterId: string }
      listener.send('subscribe_encounter', { encounterId })
      return encounterId
    }
    return { running, answer, listener, begin }
  }

  test('an encounter that runs at one server is heard at the other one, turn by turn to its end', async () => {
    const { answer, listener, begin } = await givenTwo()
    const encounterId = await begin(2)
    await answer(0, 'First.')
    expect(await listener.next<Message>('encounter_message')).toMatchObject({ encounterId, text: 'First.' })
    await answer(1, 'Second.')
    expect(await listener.next<Message>('encounter_message')).toMatchObject({ encounterId, text: 'Second.' })
    expect(await listener.next<End>('encounter_end')).toEqual({
      encounterId,
      reason: 'max_turns_reached',
      turnsEmitted: 2,
    })
  })

  test('the end of an encounter whose server stops is heard at the other one', async () => {
    const { running, answer, listener, begin } = await givenTwo()
    const encounterId = await begin(4)
    await answer(0, 'First.')
    await listener.next<Message>('encounter_message')
    const stopping = running.stop()
    expect(await listener.next<End>('encounter_end')).toEqual({
      encounterId,
      reason: 'cancelled',
      turnsEmitted: 1,
    })
    await stopping
  })
})

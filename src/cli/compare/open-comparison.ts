import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../client/create-client.js'
import {
  type Character,
  type CharacterConfig,
  deleteCharacter,
  getCharacter,
} from '../../contract/characters.js'
import { configOf, fieldsOfConfig } from '../characters/compared-character.js'
import { findCharacterId } from '../characters/find-character.js'
import { newPlayerId } from '../chat/chat-participants.js'
import { createSessionOpener } from '../chat/session/player-session.js'
import { inputName } from '../input/read-input.js'
import type { Output } from '../output/output.js'
import { printableLine } from '../output/printable.js'
import { isLoopback } from '../server-address/base-url.js'
import { copyBeside, copyToServer } from './character-copy.js'
import type { Cleanup } from './cleanup.js'
import {
  type ComparisonSide,
  createTraceReader,
  forgetPlayer,
  type ReadTrace,
  type SideName,
  type Sides,
} from './comparison-side.js'
import { startThrowAwayServer } from './throw-away-server.js'

export type ComparisonRequest = {
  /** Id or name. */
  readonly character: string
  /** The file whose fields the copy has; null: it differs in its model only. */
  readonly variant: { readonly file: string; readonly config: CharacterConfig } | null
  /** The language model of the copy; undefined: that of the server. */
  readonly llm: string | undefined
  /** The same as settings of the copy, if it names a provider of the server itself. */
  readonly ownModel?: { readonly provider: string; readonly model: string } | undefined
}

export type ComparisonDeps = {
  /** Acts for the account. */
  readonly client: Client
  /** Opens a client that may read traces; rejects where there is none. */
  readonly openStaffClient: () => Promise<Client>
  readonly output: Output
  readonly cleanup: Cleanup
  /** Aborted when the comparison is to end early. */
  readonly signal: AbortSignal
  readonly version: string
  readonly isAttended: boolean
  readonly sessionFlags: { readonly timeout: number; readonly rate: number; readonly 'text-only': boolean }
}

/**
 * Opens a session with the character and one with a copy of it, as the same new player. Whatever this creates is removed
 * by the cleanup. A copy with other fields, or a model of a provider that the server has, is made on the same server; one
 * with another language model on a server of its own, because a server's models are chosen when it starts.
 */
export async function openComparison(deps: ComparisonDeps, request: ComparisonRequest): Promise<Sides> {
  const { client, output } = deps
  const characterId = await findCharacterId(client, request.character)
  const character = await client.call(getCharacter, { params: { characterId } })
  if (request.variant !== null && request.llm === undefined)
    noteEqualFields(output, character, request.variant)
  const playerId = newPlayerId('compare')
  // At a hosted profile this asks for the confirmation of changes, before anything is made that must be removed.
  await forgetPlayer(client, { characterId, playerId })
  const staff = isLoopback(client.baseUrl) ? deps.openStaffClient : noStaffClient
  const readTrace = createTraceReader(staff)
  const copy = await makeCopy(deps, { character, request, readTrace })
  return [
    await openSide(deps, {
      client,
      character,
      playerId,
      readTrace,
      name: 'a',
      title: printableLine(character.name),
    }),
    await openSide(deps, { ...copy, playerId, name: 'b', title: titleOfCopy(request) }),
  ]
}

const noStaffClient = () => Promise.reject(new Error('Only local servers have traces'))

const titleOfCopy = ({ variant, llm }: ComparisonRequest): string =>
  [...(variant === null ? [] : [inputName(variant.file)]), ...(llm === undefined ? [] : [llm])]
    .map(printableLine)
    .join(', ')

function noteEqualFields(
  { note }: Output,
  character: Character,
  { file, config }: { readonly file: string; readonly config: CharacterConfig },
): void {
  const fields = fieldsOfConfig(configOf(character))
  const isChange = ([field, value]: readonly [string, unknown]) =>
    !isDeepStrictEqual(fields.get(field), value)
  if ([...fieldsOfConfig(config)].some(isChange)) return
  note(`${inputName(file)} changes nothing: both sides are the same, and differ by chance only.`)
}

type Copy = { readonly client: Client; readonly character: Character; readonly readTrace: ReadTrace }

async function makeCopy(
  { client, output, cleanup, signal, version, sessionFlags }: ComparisonDeps,
  {
    character,
    request,
    readTrace,
  }: { character: Character; request: ComparisonRequest; readTrace: ReadTrace },
): Promise<Copy> {
  const { llm, ownModel, variant } = request
  const config = variant?.config ?? {}
  const overlay = ownModel === undefined ? config : { ...config, llm: { ...config.llm, ...ownModel } }
  const source = { client, character, overlay }
  if (llm === undefined || ownModel !== undefined) {
    const copy = await cleanup.acquire({
      create: () => copyBeside(source),
      undo: async ({ id }) => void (await client.call(deleteCharacter, { params: { characterId: id } })),
      describeRest: ({ id }) => `the copy ${id} is left; \`parley characters delete ${id}\` deletes it`,
    })
    return { client, character: copy, readTrace }
  }
  const timeoutMs = sessionFlags.timeout * 1000
  const server = await cleanup.acquire({
    create: () => startThrowAwayServer({ llm, version, timeoutMs }),
    undo: ({ stop }) => stop(),
    describeRest: () => 'the server of the copy did not stop properly',
  })
  const copy = await copyToServer(source, { client: server.client, output, timeoutMs, signal })
  return { client: server.client, character: copy, readTrace: createTraceReader(async () => server.staff) }
}

type SideSettings = Copy & { readonly playerId: string; readonly name: SideName; readonly title: string }

async function openSide(
  { output, cleanup, isAttended, sessionFlags }: ComparisonDeps,
  { client, character, playerId, readTrace, name, title }: SideSettings,
): Promise<ComparisonSide> {
  const characterId = character.id
  const sideOutput = { ...output, event: labelled(output, name) }
  const openSession = createSessionOpener(
    { client, characterId, output: sideOutput, isAttended, reconnectAttempts: 0 },
    sessionFlags,
  )
  const talk = await cleanup.acquire({
    create: () => openSession({ playerId, isSpoken: false }),
    undo: async ({ session }) => {
      session.disconnect()
      // The copy goes with all its players.
      if (name === 'a') await forgetPlayer(client, { characterId, playerId })
    },
    describeRest: () =>
      `the player ${playerId} is left; \`parley players delete ${characterId} ${playerId}\` deletes it`,
  })
  return { name, title, character, talk, readTrace }
}

/** The same events with the side they are of. */
export const labelled =
  ({ event }: Pick<Output, 'event'>, side: SideName): Output['event'] =>
  ({ event: name, ...value }: { readonly event?: string }, human) =>
    event({ ...(name !== undefined && { event: name }), side, ...value }, human)

import { type Client, ServiceError } from '../../client/create-client.js'
import { getTurnTrace, listTurnTraces, type TurnSummary, type TurnTrace } from '../../contract/turn-traces.js'
import { ambiguousNameError, CommandError, EXIT } from '../errors/command-error.js'
import { shortIds } from '../memories/memory-view.js'
import { printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'

/** How many turns a server keeps. */
export const MAX_TURNS = 1000
/** A shorter beginning of an id is a number of a message, or a mistake. */
const MIN_PREFIX = 4

export type TurnFilter = {
  readonly characterId?: string | undefined
  readonly playerId?: string | undefined
}

export type FoundTurns = {
  readonly turns: readonly TurnSummary[]
  /** How many servers of the same records did not answer, whose turns are missing. */
  readonly silentServers: number
}

/** The newest turns that fit, the newest first. */
export async function readTurns(
  staff: Client,
  limit: number,
  { characterId, playerId }: TurnFilter = {},
): Promise<FoundTurns> {
  const isFiltered = characterId !== undefined || playerId !== undefined
  const query = { limit: isFiltered ? MAX_TURNS : limit }
  const { turns, silentServers = 0 } = await staff.call(listTurnTraces, { query })
  const found = turns
    .filter((turn) => characterId === undefined || turn.characterId === characterId)
    .filter((turn) => playerId === undefined || turn.playerId === playerId)
    .slice(0, limit)
  return { turns: found, silentServers }
}

/** That the turns of these are missing. */
export const describeSilent = (servers: number): string =>
  `${servers === 1 ? 'One server' : `${servers} servers`} of the same records did not answer: turns may be missing`

/** The trace of the newest turn that fits, or of a turn by the id of one of its messages or its beginning. */
export async function findTurn(staff: Client, word: string, filter: TurnFilter = {}): Promise<TurnTrace> {
  if (word === 'last') {
    const { turns, silentServers } = await readTurns(staff, 1, filter)
    const [newest] = turns
    if (newest === undefined) throw silentServers > 0 ? silentError(silentServers) : noTurnsError(filter)
    return readTrace(staff, newest.messageId)
  }
  try {
    return await readTrace(staff, word)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    return readTrace(staff, await findByPrefix(staff, word))
  }
}

export const readTrace = (staff: Client, messageId: string): Promise<TurnTrace> =>
  staff.call(getTurnTrace, { params: { messageId } })

async function findByPrefix(staff: Client, word: string): Promise<string> {
  const { turns, silentServers } = await readTurns(staff, MAX_TURNS)
  const matches = word.length < MIN_PREFIX ? [] : turns.filter(({ messageId }) => isShortFor(word, messageId))
  const [match, ...others] = matches
  if (match === undefined)
    throw silentServers > 0 ? silentError(silentServers) : unknownTurnError(word, turns)
  if (others.length > 0) {
    const named = matches.map(({ messageId, preview }) => ({ id: messageId, name: preview.input }))
    throw ambiguousNameError(printableLine(word), 'turns', named)
  }
  return match.messageId
}

/** The line of an encounter is its encounter's id and a number: `1c56f2aa/3`. */
function isShortFor(word: string, messageId: string): boolean {
  const [beginning = '', line] = word.split('/')
  const [id = '', ownLine] = messageId.split('/')
  return id.startsWith(beginning) && line === ownLine
}

/** Ids as short as they can be and still differ, eight characters at least. */
export function shortTurnIds(ids: readonly string[]): (id: string) => string {
  const baseOf = (id: string) => id.split('/')[0] ?? id
  const short = shortIds(ids.map(baseOf))
  return (id) => short(baseOf(id)) + id.slice(baseOf(id).length)
}

function noTurnsError({ characterId, playerId }: TurnFilter): CommandError {
  const isFiltered = characterId !== undefined || playerId !== undefined
  return new CommandError({
    code: 'not_found',
    message: isFiltered ? 'No turn of these' : 'There were no turns since the start of the server',
    hint: 'Talk to a character with `parley chat`. A turn that is not remembered leaves no trace.',
    exitCode: EXIT.failed,
  })
}

const silentError = (servers: number): CommandError =>
  new CommandError({
    code: 'servers_silent',
    message: describeSilent(servers),
    hint: 'One that was killed is left out after five seconds; try again.',
    exitCode: EXIT.failed,
  })

const FORGETTING =
  'A restart and the erasure of a player forget turns; `parley turns list` shows those there are.'

function unknownTurnError(word: string, turns: readonly TurnSummary[]): CommandError {
  const oldest = turns.at(-1)
  const isOlder = isNumber(word) && oldest !== undefined && Number(word) < firstMessage(turns)
  const kept =
    turns.length === 0
      ? 'none is kept'
      : `${turns.length} are kept, the oldest of ${readableTime(oldest?.startedAt ?? null)}`
  return new CommandError({
    code: 'not_found',
    message: isOlder
      ? `Message ${word} is older than every turn that is kept`
      : `There is no turn ${printableLine(word)}`,
    hint: `The server keeps its newest ${MAX_TURNS} turns, fewer when they are long; ${kept}. ${FORGETTING}`,
    exitCode: EXIT.failed,
  })
}

const isNumber = (word: string): boolean => /^[1-9]\d{0,14}$/.test(word)

/** The lowest id of a stored message; messages are numbered in the order they are stored. */
const firstMessage = (turns: readonly TurnSummary[]): number =>
  Math.min(...turns.flatMap(({ playerMessageId, replyMessageId }) => playerMessageId ?? replyMessageId ?? []))

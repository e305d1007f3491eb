import { constants, type FileHandle, rm } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Dictionary } from '../contract/shared.js'
import type { Log } from '../domain/log.js'
import type {
  InFlightReads,
  MessageRange,
  UnfinishedRead,
} from '../domain/memories/extract/in-flight-reads.js'
import { isMissing } from './folder.js'
import { openRegularFile, readRegularTextFile } from './safe-files.js'

export type InFlightReadsFile = InFlightReads & {
  /** Resolves when the file is written and closed. */
  close(): Promise<void>
}

const NotesSchema = Dictionary(
  Type.Object({ first: Type.Integer(), last: Type.Integer(), times: Type.Integer({ minimum: 1 }) }),
)

/** A note has some hundred bytes, and one is made for each conversation that is just being read. */
const MAX_BYTES = 2 ** 24

export const ENDED = 'A process ended while it read messages for memories; they are now read one by one'

type Notes = ReadonlyMap<string, UnfinishedRead>

/**
 * Keeps the notes in a small file, made when the first one is taken. It is overwritten in place and not synced: what
 * was written outlives the process whatever ends it, and costs some microseconds where the store would wait for the
 * disk. A machine that goes down may lose a note; that blames no message.
 */
export async function openInFlightReads(file: string, log: Log): Promise<InFlightReadsFile> {
  const notes = createNotes(await readNotes(file))
  for (const [conversation_id, { first, last, times }] of notes.unfinished)
    log.warn(ENDED, { conversation_id, first_message: first, last_message: last, times })
  let opening: Promise<FileHandle> | undefined
  let written: Promise<unknown> = Promise.resolve()
  const write = async () => {
    opening ??= openRegularFile(file, constants.O_WRONLY | constants.O_CREAT)
    const handle = await opening
    // One line; what a longer one before left behind it is not read.
    await handle.write(`${JSON.stringify(Object.fromEntries(notes.all()))}\n`, 0)
  }
  const save = (): Promise<void> => {
    const saved = written.then(write)
    written = saved.catch(() => undefined)
    return saved
  }
  return {
    ...readingNotes(notes, save),
    async close() {
      await written
      await (await opening)?.close()
      if (notes.all().size === 0) await rm(file, { force: true })
    },
  }
}

/** Notes of a process that leaves nothing behind. */
export const createInMemoryInFlightReads = (): InFlightReads =>
  readingNotes(createNotes(new Map()), async () => undefined)

async function readNotes(file: string): Promise<Notes> {
  try {
    const [line = ''] = (await readRegularTextFile(file, MAX_BYTES)).split('\n', 1)
    const read: unknown = JSON.parse(line)
    return new Map(Value.Check(NotesSchema, read) ? Object.entries(read) : [])
  } catch (error) {
    // Half a line is all that a machine that went down may have left.
    if (isMissing(error) || error instanceof SyntaxError) return new Map()
    throw error
  }
}

function createNotes(found: Notes) {
  const unfinished = new Map(found)
  const current = new Map<string, UnfinishedRead>()
  return { unfinished, current, all: (): Notes => new Map([...unfinished, ...current]) }
}

const readingNotes = (
  { unfinished, current }: ReturnType<typeof createNotes>,
  save: () => Promise<void>,
): InFlightReads => ({
  unfinished: async (conversationId) => unfinished.get(conversationId),
  async track(conversationId, range, work) {
    current.set(conversationId, { ...range, times: 1 + timesOf(unfinished.get(conversationId), range) })
    try {
      await save()
      return await work()
    } finally {
      current.delete(conversationId)
      await save()
    }
  },
  async clear(conversationId) {
    if (unfinished.delete(conversationId)) await save()
  },
})

/** How many processes in a row have ended while they read these messages, among others. */
const timesOf = (unfinished: UnfinishedRead | undefined, { first, last }: MessageRange): number =>
  unfinished !== undefined && first <= unfinished.last && last >= unfinished.first ? unfinished.times : 0

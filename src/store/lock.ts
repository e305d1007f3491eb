import { randomBytes } from 'node:crypto'
import { link, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { explainRefusal, isMissing, undefinedIfMissing } from './folder.js'
import { bootOf, pidNamespace, processStartTime } from './process-identity.js'
import { readRegularTextFile } from './safe-files.js'
import { StoreError } from './store-error.js'

type Holder = {
  readonly id: string
  readonly pid: number
  readonly started: string
  readonly host: string
  /** The PID namespace in which `pid` counts; absent on systems without them. */
  readonly namespace?: string | undefined
  /** Inode of the folder that it holds: a copy of the folder has its lock, too, but is not held by it. */
  readonly inode: string
}

const LOCK = 'lock'
const UNREADABLE = 'unreadable'

/** A file that was complete when it got its name is spoilt only by a machine that went down. */
const NOBODY: Holder = { id: UNREADABLE, pid: 0, started: '', host: '', inode: '' }

export type FolderLock = {
  readonly id: string
  /** Does nothing when another process has taken the folder over. */
  release(): Promise<void>
}

/**
 * Takes the folder for this process. The lock of a process that is gone is taken over, and so is the one with the id
 * `gone`, of which the caller knows that it is.
 *
 * `lock` names its holder. Who finds a dead one may not simply replace it: two could find it at once, and the
 * slower would replace the faster. So a lock is taken over by making `lock.after-<id>`, a name that exists once for
 * each holder and can be made once; the last of such a row is the holder. It moves its file to `lock`, which ends
 * the row. Who was slow and makes a name in a row that has ended finds itself not to be reached from `lock`, and
 * looks again.
 */
export async function lockFolder(folder: string, gone?: string): Promise<FolderLock> {
  const me = await thisProcess(folder)
  const claim = join(folder, `${LOCK}.${me.id}`)
  await writeFile(claim, `${JSON.stringify(me)}\n`, { flag: 'wx', mode: 0o600 }).catch(explainRefusal)
  try {
    await rename(await joinRow(folder, { me, claim, gone }), join(folder, LOCK))
  } finally {
    await unlink(claim)
  }
  await removeRemains(folder, me)
  return {
    id: me.id,
    async release() {
      if ((await readHolder(join(folder, LOCK)))?.id === me.id) await unlink(join(folder, LOCK))
    },
  }
}

/** The id of the lock of the folder, whoever has it; undefined: it has none. */
export const lockIdOf = async (folder: string): Promise<string | undefined> =>
  (await endOfRow(folder)).last?.id

/** Throws when a process that is alive holds the folder, which may not be there yet. Changes nothing. */
export async function refuseServed(folder: string): Promise<void> {
  if ((await undefinedIfMissing(stat(folder))) === undefined) return
  const { last } = await endOfRow(folder)
  const me = await thisProcess(folder)
  if (last !== undefined && (await isHolding(last, me))) throw alreadyServed(folder, last, me)
}

async function thisProcess(folder: string): Promise<Holder> {
  const { pid } = process
  const started = (await processStartTime(pid)) ?? 'unknown'
  const { ino } = await stat(folder, { bigint: true })
  const id = randomBytes(8).toString('hex')
  return { id, pid, started, host: hostname(), namespace: await pidNamespace(), inode: String(ino) }
}

/** Makes this process the last of the row, and returns the name of its file there. */
async function joinRow(
  folder: string,
  { me, claim, gone }: { me: Holder; claim: string; gone: string | undefined },
): Promise<string> {
  for (;;) {
    const { last, next } = await endOfRow(folder)
    if (last !== undefined && last.id !== gone && (await isHolding(last, me)))
      throw alreadyServed(folder, last, me)
    if (!(await linked(claim, next))) continue
    if ((await endOfRow(folder)).last?.id === me.id) return next
    await unlink(next)
  }
}

/** Who holds the folder, and the name that its successor has to make. */
async function endOfRow(folder: string): Promise<{ last: Holder | undefined; next: string }> {
  let last: Holder | undefined
  let next = join(folder, LOCK)
  for (let position = 0; ; position += 1) {
    const found = await readHolder(next)
    if (found === undefined) return { last, next }
    last = found
    next = join(folder, `${LOCK}.after-${found.id === UNREADABLE ? `${UNREADABLE}-${position}` : found.id}`)
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return holderOf(JSON.parse(await readRegularTextFile(path)))
  } catch (error) {
    if (isMissing(error)) return undefined
    if (error instanceof SyntaxError) return NOBODY
    throw error
  }
}

/** What no server wrote like that names nobody. */
function holderOf(value: unknown): Holder {
  if (typeof value !== 'object' || value === null) return NOBODY
  const { id, pid, started, host, namespace } = value as Partial<Holder>
  const isHolder =
    typeof id === 'string' &&
    /^[\w-]{1,64}$/.test(id) &&
    Number.isSafeInteger(pid) &&
    typeof host === 'string' &&
    (namespace === undefined || typeof namespace === 'string')
  return isHolder && typeof started === 'string' ? (value as Holder) : NOBODY
}

async function isHolding(holder: Holder, me: Holder): Promise<boolean> {
  const { id, pid, started, inode } = holder
  if (id === UNREADABLE) return false
  // Nobody here can tell what runs there, nor, on another machine, how it numbers the folder.
  if (isOutOfSight(holder, me)) return true
  return inode === me.inode && (await processStartTime(pid)) === started
}

/** Whether it runs, or ran, on another machine, or in this boot of this one in another PID namespace: a container. */
function isOutOfSight({ host, namespace, started }: Holder, me: Holder): boolean {
  if (host !== me.host) return true
  if (namespace === undefined || namespace === me.namespace) return false
  return bootOf(started) === bootOf(me.started)
}

/** False when the name is there already. */
async function linked(claim: string, name: string): Promise<boolean> {
  try {
    await link(claim, name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** What processes left behind that were killed on their way through here. */
async function removeRemains(folder: string, me: Holder): Promise<void> {
  const lock = join(folder, LOCK)
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${LOCK}.`))
  for (const path of names.map((name) => join(folder, name))) {
    const holder = await readHolder(path)
    if (holder === undefined || (await isHolding(holder, me))) continue
    // One that cannot be read and is in no row may be that of a process that is just writing it.
    if (holder.id !== UNREADABLE || path.startsWith(`${lock}.after-`)) await rm(path, { force: true })
  }
}

function alreadyServed(folder: string, holder: Holder, me: Holder): StoreError {
  const served = `The folder ${folder} is already served by pid ${holder.pid}`
  if (!isOutOfSight(holder, me))
    return new StoreError(`${served}: stop that server, or serve another folder.`)
  const where = holder.host === me.host ? 'in another container of this machine' : `on ${holder.host}`
  return new StoreError(
    `${served} ${where}: stop that server, or delete ${join(folder, LOCK)} if it is gone.`,
  )
}

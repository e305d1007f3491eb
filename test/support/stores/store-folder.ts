import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../../src/domain/clock.js'
import type { Log } from '../../../src/domain/log.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { openStore, type StoreSettings } from '../../../src/store/open.js'
import type { Store } from '../../../src/store/store.js'

/** A fresh folder that goes when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of the folder as it is now, as a killed process would have left it. */
export async function copyFolder(folder: string): Promise<string> {
  const copy = await temporaryFolder()
  copyTree(folder, copy)
  await rm(join(copy, 'lock'), { force: true })
  return copy
}

/** Copies a file, or a folder that is there or not. `cp` looks at each file several times; tests copy them by the thousand. */
export function copyTree(from: string, to: string): void {
  const stats = statSync(from)
  if (stats.isDirectory()) mkdirSync(to, { recursive: true, mode: stats.mode })
  else copyFileSync(from, to)
  for (const name of stats.isDirectory() ? readdirSync(from) : []) copyTree(join(from, name), join(to, name))
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
/** The real time; tests about time have a clock of their own. */
export const machineClock: Pick<Clock, 'now'> = { now: () => new Date() }

/** Keeps what is logged from `warn` upwards. */
export function recordingLog(): { log: Log; lines: { level: string; message: string; fields: object }[] } {
  const lines: { level: string; message: string; fields: object }[] = []
  const keep =
    (level: string) =>
    (message: string, fields: object = {}) => {
      lines.push({ level, message, fields })
    }
  return { log: { ...silentLog, warn: keep('warn'), error: keep('error') }, lines }
}

type TestStoreSettings = Partial<Omit<StoreSettings, 'database'>> & {
  /** The address of a database that holds the records. */
  readonly database?: string | StoreSettings['database']
}

export const onDatabase = (address: string) => ({ address, timers: createTimers() })

/** The same for one of several stores that serve it at the same time. */
export const asMember = (address: string) => ({ ...onDatabase(address), members: true })

/** The folder's store, closed when the test is over unless the test has done so. */
export async function openTestStore(
  folder: string,
  { database: address, ...settings }: TestStoreSettings = {},
): Promise<Store> {
  const store = await openStore({
    ...{ folder, log: silentLog, clock: machineClock, ...settings },
    database: typeof address === 'string' ? onDatabase(address) : address,
  })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await store.close()
  }
  onTestFinished(() => close())
  return { ...store, close }
}

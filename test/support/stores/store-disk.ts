import { basename } from 'node:path'
import { type Disk, nodeDisk } from '../../../src/store/disk/disk.js'

/** One operation on the disk, before it is done. */
export type DiskStep = {
  readonly operation: string
  /** Of the file that the operation is about. */
  readonly path: string
  readonly args: readonly unknown[]
  /** Does it, with other arguments when some are given. */
  go(...args: unknown[]): Promise<unknown>
}

/** The real disk, of which every operation goes through `watch`: it can look, wait, fail or do half of it. */
export function interceptedDisk(watch: (step: DiskStep) => Promise<unknown>): Disk {
  const watched = <T extends object>(target: T, file?: string): T =>
    new Proxy(target, {
      get(_, name) {
        const operation: unknown = Reflect.get(target, name)
        if (typeof operation !== 'function') return operation
        return async (...args: unknown[]) => {
          const path = file ?? String(args[0])
          const go = async (...others: unknown[]) =>
            Reflect.apply(operation, target, others.length > 0 ? others : args)
          const result = await watch({ operation: String(name), path, args, go })
          return isFile(result) ? watched(result, path) : result
        }
      },
    })
  return watched(nodeDisk)
}

/** Lets each operation begin when the one before is done; `between` does something while nothing is under way. */
export function serializedDisk(look: (step: DiskStep) => void = () => undefined) {
  let last: Promise<unknown> = Promise.resolve()
  const between = <T>(step: () => Promise<T>): Promise<T> => {
    const done = last.then(step)
    last = done.catch(() => undefined)
    return done
  }
  const disk = interceptedDisk((step) =>
    between(() => {
      look(step)
      return step.go()
    }),
  )
  return { disk, between }
}

const isFile = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'close' in value

/** The step writes bytes to a file of that name. */
export const isWriteTo = (name: RegExp, { operation, path }: DiskStep): boolean =>
  (operation === 'append' || operation === 'writeFile') && name.test(basename(path))

export const JOURNAL = /^journal-\d+\.ndjson$/

/** What a disk says that is full or broken. */
export const diskFailure = (code: 'ENOSPC' | 'EDQUOT' | 'EIO'): Error =>
  Object.assign(new Error(`${code}: write`), { code })

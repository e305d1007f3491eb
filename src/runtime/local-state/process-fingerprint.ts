import { pidNamespace, processStartTime } from '../../store/process-identity.js'

/** What a ready file holds about its process besides the pid, which another process may have by the time it is read. */
export type ProcessFingerprint = {
  /** The pid namespace of Linux, where the pid counts; null on other systems. */
  readonly namespace: string | null
  /** Tells the process from a later one with the same pid. */
  readonly started: string
}

/** That of this process. */
export const currentProcessFingerprint = async (): Promise<ProcessFingerprint> => ({
  namespace: await currentPidNamespace(),
  started: (await processStartTime(process.pid)) ?? UNKNOWN,
})

/** What `processStartTime` tells of a process that runs, where nothing tells when it was started. */
const UNKNOWN = 'unknown'

/**
 * Whether the process that a file names is gone. The pid of a server in a container counts in another namespace, so
 * nothing can be said about it from here: it counts as running. Files of earlier versions have no mark.
 */
export async function hasProcessExited(pid: number, mark: ProcessFingerprint | undefined): Promise<boolean> {
  if (mark !== undefined && mark.namespace !== (await currentPidNamespace())) return false
  const started = await processStartTime(pid)
  if (started === undefined) return true
  return mark !== undefined && ![started, mark.started].includes(UNKNOWN) && started !== mark.started
}

const currentPidNamespace = async (): Promise<string | null> => (await pidNamespace()) ?? null

/** The mark in what was read from a file. */
export function parseProcessFingerprint(value: unknown): ProcessFingerprint | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { namespace, started }: Partial<Record<keyof ProcessFingerprint, unknown>> = value
  if (typeof started !== 'string' || (namespace !== null && typeof namespace !== 'string')) return undefined
  return { namespace, started }
}

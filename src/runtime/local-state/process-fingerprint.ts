import { pidNamespace, processStartTime } from '../../store/process-identity.js'

/** Stored beside a pid, which another process may have by the time the file is read. */
export type ProcessFingerprint = {
  /** The Linux pid namespace of the pid; null on other systems. */
  readonly namespace: string | null
  /** Distinguishes the process from a later one with the same pid. */
  readonly started: string
}

export const currentProcessFingerprint = async (): Promise<ProcessFingerprint> => ({
  namespace: await currentPidNamespace(),
  started: (await processStartTime(process.pid)) ?? UNKNOWN,
})

/** Returned by `processStartTime` for a running process on systems that do not tell when it was started. */
const UNKNOWN = 'unknown'

/**
 * Whether the process that a file names has exited. A process in another pid namespace, such as a container, cannot be
 * looked up and counts as running. Files of earlier versions have no fingerprint.
 */
export async function hasProcessExited(
  pid: number,
  stored: ProcessFingerprint | undefined,
): Promise<boolean> {
  if (stored !== undefined && stored.namespace !== (await currentPidNamespace())) return false
  const started = await processStartTime(pid)
  if (started === undefined) return true
  return stored !== undefined && ![started, stored.started].includes(UNKNOWN) && started !== stored.started
}

const currentPidNamespace = async (): Promise<string | null> => (await pidNamespace()) ?? null

/** Parses the value of a file; undefined when it is no fingerprint. */
export function parseProcessFingerprint(value: unknown): ProcessFingerprint | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { namespace, started }: Partial<Record<keyof ProcessFingerprint, unknown>> = value
  if (typeof started !== 'string' || (namespace !== null && typeof namespace !== 'string')) return undefined
  return { namespace, started }
}

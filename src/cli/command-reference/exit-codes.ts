import { EXIT } from '../errors/command-error.js'

/** What each exit code says. */
export const EXIT_CODES: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'success' },
  { code: EXIT.failed, means: 'refused or failed' },
  { code: EXIT.usage, means: 'wrong usage' },
  { code: EXIT.inputNeeded, means: 'authentication or input needed' },
  { code: EXIT.unreachable, means: 'no server reachable' },
  { code: EXIT.finishedWithFailures, means: 'finished with failed or cancelled items or documents' },
  { code: EXIT.stillRunning, means: 'still running when --wait ran out' },
  { code: EXIT.thresholdFailed, means: 'a threshold of a load test is not met' },
  { code: EXIT.interrupted, means: 'interrupted' },
  { code: EXIT.terminated, means: 'terminated' },
]

import type { Settings } from '../config/settings.js'
import type { Disposer } from '../process/disposer.js'

/** What every service is created with. */
export type ServiceSettings = {
  readonly settings: Settings
  /** What is added here is closed when the server stops, the newest first. */
  readonly closing: Disposer
}

import type { Counts, SystemMetrics } from '../../contract/staff.js'
import type { WorkerAddress } from '../../realtime/worker-sessions.js'
import type { ServerOptions } from '../config/settings.js'
import type { ReadyLine } from '../local-state/ready-line.js'
import type { KeptRecord } from '../world/seed-differences.js'

/** Which of the workers a process is. */
export type WorkerPlace = {
  /** 1 and up; a worker that takes the place of one that died has its number. */
  readonly number: number
  readonly address: WorkerAddress
  /** It starts alone, and says for all of them what they would say alike. */
  readonly isFirst: boolean
}

/** What can be passed to another process. */
export type PassedOptions = Omit<ServerOptions, 'onKept' | 'onStandby' | 'signal'>

/** Sent by the primary process. */
export type ToWorker =
  | {
      readonly type: 'start'
      readonly options: PassedOptions
      readonly place: WorkerPlace
      /** Else it logs what it keeps of a world file. */
      readonly isToldOfKept: boolean
    }
  | { readonly type: 'stop' }
  | { readonly type: 'measure' }
  | {
      readonly type: 'measured'
      readonly question: number
      readonly others: readonly SystemMetrics[]
      /** Of workers that are gone. */
      readonly gone: readonly Counts[]
    }

/** Why a worker cannot start. */
export type StartFailure = {
  readonly message: string
  /** Undefined for a bug, whose `message` has a stack. */
  readonly hint: string | undefined
  /** Of the system error. */
  readonly code: string | undefined
}

/** Sent by a worker. */
export type FromWorker =
  /** It listens: a message from before would be lost. */
  | { readonly type: 'awake' }
  | { readonly type: 'ready'; readonly ready: ReadyLine }
  | { readonly type: 'failed'; readonly failure: StartFailure }
  | { readonly type: 'kept'; readonly kept: KeptRecord }
  /** Asks for those of the others. */
  | { readonly type: 'compare'; readonly question: number; readonly own: SystemMetrics }
  | { readonly type: 'measured'; readonly own: SystemMetrics }

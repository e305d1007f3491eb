import type { Counts, SystemMetrics } from '../../contract/staff.js'
import type { AddressLimitName, Crowd } from '../../domain/limits/address-limit.js'
import type { WorkerAddress } from '../../realtime/worker-sessions.js'
import type { ServerOptions } from '../config/settings.js'
import type { ReadyLine } from '../local-state/ready-line.js'
import type { KeptRecord } from '../world/seed-differences.js'

/** Which of the workers a process is. */
export type WorkerPlace = {
  /** 1 and up; a worker that takes the place of one that died has its number. */
  readonly number: number
  /** How many there are when all live. */
  readonly of: number
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
  /** Asks what this worker has of these addresses. */
  | { readonly type: 'count'; readonly question: number; readonly addresses: readonly CountedAddress[] }
  | { readonly type: 'judged'; readonly addresses: readonly JudgedAddress[] }
  /** Whether no worker has room for another connection. */
  | { readonly type: 'allFull'; readonly areAllFull: boolean }

type LimitedAddress = { readonly limit: AddressLimitName; readonly address: string }
export type CountedAddress = LimitedAddress & { readonly graceMs: number }
export type JudgedAddress = LimitedAddress & {
  /** How many connections of this worker go. */
  readonly drop: number
  readonly isOver: boolean
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
  /** The address has more than the part of this worker. */
  | ({ readonly type: 'crowded' } & LimitedAddress)
  /** In the order of the question. */
  | { readonly type: 'counted'; readonly question: number; readonly crowds: readonly Crowd[] }
  | { readonly type: 'full'; readonly isFull: boolean }

import type { ServerEvents } from '../../contract/events.js'
import type { ProviderStatus, ServerSetting } from '../../contract/providers.js'
import type {
  Counts,
  ModelProviders,
  RequestCount,
  StoreHealth,
  SystemMetrics,
  TurnStage,
  Vitals,
} from '../../contract/staff.js'
import type { MessageRecord } from '../conversations/record.js'

/** How long the stages of a voice turn took. */
export type MeasuredTurn = {
  readonly endedBy: TurnStage['endedBy']
  readonly metrics: ServerEvents['turn_metrics']
}

/** Counts events of the server. Counting is cheap and never fails. */
export interface Meter {
  countRequest(request: Omit<RequestCount, 'count'>): void
  countSession(): void
  countTurn(): void
  countFailedTurn(): void
  countMessage(role: MessageRecord['role']): void
  measureTurn(turn: MeasuredTurn): void
  read(): Counts
}

/** The internal state of a running server, for staff. */
export interface Inspection {
  store(): StoreHealth
  /** The status alone; `store` also restarts its measurements. */
  storeStatus(): StoreHealth['status']
  /** Whether clients should be sent here; `draining`: the server is about to stop, and others take its clients over. */
  readiness(): StoreHealth['status'] | 'draining'
  models(): ModelProviders
  liveSessions(): number
  vitals(): Vitals
  /** Asks each provider what it has. */
  checkProviders(): Promise<readonly ProviderStatus[]>
  /** Without secrets. */
  settings(): readonly ServerSetting[]
  /** Adds the metrics of the other processes of the service; absent where there are none. */
  readonly addOthers?: ((own: SystemMetrics) => Promise<SystemMetrics>) | undefined
}

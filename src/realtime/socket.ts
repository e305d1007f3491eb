import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import type { ServerEventName, ServerEvents } from '../contract/events.js'

/** What goes out is typed; what comes in is anything until `on` has checked it. */
type ToClient = { [Name in ServerEventName]: (payload: ServerEvents[Name]) => void }

export type SdkNamespace = Namespace<DefaultEventsMap, ToClient>
export type SdkSocket = Socket<DefaultEventsMap, ToClient>

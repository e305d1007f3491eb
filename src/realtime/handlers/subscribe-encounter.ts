import type { EncounterEvent } from '../../domain/encounters/events.js'
import type { LiveEncounters } from '../../domain/encounters/live.js'
import type { Session } from '../../domain/sessions/session.js'
import { type Door, on } from '../on.js'

/** Tells the client of an encounter from its beginning; asked again, from its beginning again (wire-protocol, 4.8). */
export function handleSubscribeEncounter(
  door: Door,
  session: Session,
  { liveEncounters }: { readonly liveEncounters: Pick<LiveEncounters, 'subscribe'> },
): void {
  const { socket } = door
  const leave = new Set<() => void>()
  // One for all of the socket's, so that nothing is told twice that is subscribed twice.
  const tell = ({ name, payload }: EncounterEvent) =>
    // The typed socket cannot see that name and payload belong together; the event's own type has checked it.
    void (socket as { emit: (event: string, payload: object) => unknown }).emit(name, payload)

  on(door, 'subscribe_encounter', async ({ encounterId }) => {
    session.touch()
    const stop = await liveEncounters.subscribe(
      { ...session.caller, hasSpeaker: session.hasSpeaker },
      encounterId,
      tell,
    )
    if (socket.connected) leave.add(stop)
    else stop()
  })
  socket.on('disconnect', () => {
    for (const stop of leave) stop()
  })
}

import type { ServerEventName, ServerEvents } from '../../../src/contract/events.js'
import { createConditionVariable } from '../condition-variable.js'

export type ReceivedEvent = {
  [Name in ServerEventName]: readonly [Name, ServerEvents[Name]]
}[ServerEventName]

/** Everything a client was sent, in order, with promises for what is still to come. */
export function createEventLog() {
  const heard: ReceivedEvent[] = []
  const { until, wake } = createConditionVariable()

  const all = <Name extends ServerEventName>(name: Name): ServerEvents[Name][] =>
    heard.flatMap(([other, payload]) => (other === name ? [payload as ServerEvents[Name]] : []))

  return {
    heard,
    names: () => heard.map(([name]) => name),
    all,
    add: (name: ServerEventName, payload: unknown) => {
      heard.push([name, payload] as ReceivedEvent)
      wake()
    },
    until,
    /** The first `count` events of this name, once they are there. */
    count: async <Name extends ServerEventName>(name: Name, count: number) => {
      await until(() => all(name).length >= count)
      return all(name).slice(0, count)
    },
    /** The `count`th final of a reply, from 1. */
    final: async (count = 1) => {
      const finals = () => all('bot_response').filter(({ is_final }) => is_final)
      await until(() => finals().length >= count)
      return finals()[count - 1] as ServerEvents['bot_response']
    },
  }
}

export type EventLog = ReturnType<typeof createEventLog>

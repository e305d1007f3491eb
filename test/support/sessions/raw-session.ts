import type { Timers } from '../../../src/domain/clock.js'
import { givenServer } from '../servers/realtime-server.js'
import { createControlledVoice } from '../speech/controlled-voice.js'
import { createVirtualTimers } from '../virtual-time.js'
import { createControlledModel } from './controlled-model.js'
import { KEY } from './given-sessions.js'
import { openRawSocket } from './raw-socket.js'

type Given = {
  readonly voice?: ReturnType<typeof createControlledVoice>
  readonly timers?: Timers
}

/**
 * A client of single frames in a session with a character that speaks, 200 ms a word. Time stands still unless the test
 * moves it: the sound of a reply is sent no further than its lead, so a long reply stays unfinished.
 */
export async function givenRawSession({
  voice = createControlledVoice(),
  timers = createVirtualTimers(),
}: Given = {}) {
  const model = createControlledModel()
  const server = await givenServer({
    model: model.model,
    timers,
    voice: { synthesis: voice.synthesis },
    character: { text_only: false },
  })
  const client = await openRawSocket(server.port)
  client.send(`40/sdk,${JSON.stringify({ api_key: KEY, character_id: 'c1', player_id: 'p1' })}`)
  const info = payloadOf(await client.frame('42/sdk,["session_info"'))

  const received = (name: string) =>
    client.frames.filter((frame) => frame.startsWith(`42/sdk,["${name}"`)).map(payloadOf)
  const finals = () => received('bot_response').filter((each) => each['is_final'])
  const history = async (): Promise<string[]> => {
    const page = { conversationId: String(info['conversation_id']), limit: 100, skip: 0 }
    const { messages } = await server.store.conversations.listMessages(page)
    return messages.map(({ role, content }) => `${role}: ${content}`)
  }
  return {
    server,
    model,
    client,
    send: (name: string, payload: object) => client.send(`42/sdk,${JSON.stringify([name, payload])}`),
    received,
    finals,
    /** Resolves when the client has received so many. */
    untilReceived: (name: string, count: number) => client.until(() => received(name).length >= count),
    untilFinals: (count: number) => client.until(() => finals().length >= count),
    /** The history once the client has left and its session is over. */
    historyOnceLeft: async () => {
      client.destroy()
      while (server.sessions.count() > 0) await new Promise((resolve) => setImmediate(resolve))
      return history()
    },
    /** The history once the server has stopped. */
    historyOnceStopped: async () => {
      await server.realtime.close()
      return history()
    },
  }
}

const payloadOf = (frame: string): Record<string, unknown> =>
  JSON.parse(frame.slice(frame.indexOf(',') + 1))[1]

import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Server } from 'socket.io'
import type { LanguageModel } from '../../src/domain/turns/ports.js'
import type { VoiceEngine } from '../../src/domain/voice/engine.js'
import { createInMemoryStore } from '../../src/store/in-memory-store.js'
import { KEY } from '../support/sessions/given-sessions.js'
import { createStubSpeechEngine } from '../support/speech/stub-speech-engine.js'
import { listen, serveSessions } from './session-server.js'
import { CHUNK_MS, RATE } from './voice-replies.js'

// Forked by voice.bench.ts: serves voice sessions on records in memory, and a bare server that takes the same packets and
// does nothing with them. A message asks for a reading: CPU so far, event-loop delay since the last one, memory.
// The argument says what is heard of replies: `repeated`, the data layer with the same words every time; `varied`, the
// data layer with new words in each; `people`, the voice of people with new words; `silent`, nothing.

const kind = process.argv[2] ?? 'repeated'
const REPLY = ['It is open until nine.', ' Mind the third step,', ' friend!']
const PLACES = ['mill', 'inn', 'chapel', 'bakery', 'forge', 'market', 'harbour', 'library', 'tower', 'garden']
let asked = 0
/** As long as the other, and never the same twice within a run. */
function newReply(): string[] {
  asked += 1
  const place = PLACES[asked % PLACES.length] ?? ''
  return [`The ${place} is open until ${1 + (asked % 12)}.`, ` Mind step ${asked},`, ' friend!']
}
const model: LanguageModel = {
  async *reply() {
    for (const text of kind === 'repeated' ? REPLY : newReply()) yield { type: 'text', text }
  },
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

let chunks = 0
const engine = createStubSpeechEngine({ voiceDataLayer: kind !== 'people' })
const voice: VoiceEngine = {
  ...engine,
  activity: {
    open: (request) => {
      const detector = engine.activity.open(request)
      return {
        push: (samples) => {
          if (samples.length === (RATE * CHUNK_MS) / 1000) chunks += 1
          return detector.push(samples)
        },
      }
    },
  },
}
const ready = {
  key: KEY,
  voice: await serveSessions(createInMemoryStore(), {
    model,
    voice,
    character: { text_only: kind === 'silent' },
  }),
  bare: await serveBare(),
}
process.on('message', (word) => {
  const { user, system } = process.cpuUsage()
  const reading = { cpuMs: (user + system) / 1000, delayP99Ms: delay.percentile(99) / 1e6 }
  if (word === 'memory') collect()
  process.send?.({ ...reading, chunks, heapBytes: process.memoryUsage().heapUsed })
  delay.reset()
})
process.once('disconnect', () => process.exit())
process.send?.(ready)

async function serveBare(): Promise<string> {
  const server = createServer()
  new Server(server, { perMessageDeflate: false }).on('connection', (socket) => {
    socket.on('stream_audio', () => undefined)
  })
  return listen(server)
}

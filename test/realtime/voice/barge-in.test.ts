import { expect, test } from 'vitest'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { concatSamples } from '../../../src/audio/resample.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { chunksOf, silence } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { samplesOf, say } from '../../support/speech/voice-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const REPLY = 'The lamp burns all night, every night, and it has done so for thirty years and more.'
const OVER_IT = 'Tell me about the harbour instead.'

test('acceptance 11: speech over a reply interrupts it within a second, and is answered', async () => {
  const model = createControlledModel()
  const time = createVirtualTimers()
  const server = await givenServer({ model: model.model, timers: time, character: { text_only: false } })
  const { socket, events } = await connectSession(server)
  socket.emit('say_line', { text: REPLY })
  while (events.all('bot_voice').length < 6) await time.advance(50)

  const words = samplesOf(await say(createStubVoice({ seed: 2 }), { text: OVER_IT, sampleRate: 16_000 }))
  let heardMs = 0
  let interruptedMs = 0
  for (const chunk of chunksOf(concatSamples([words, silence(12_000)]), 1600)) {
    await time.advance(100)
    await socket.emitWithAck('stream_audio', { audio: encodeAudio(chunk) })
    heardMs += 100
    if (interruptedMs === 0 && events.all('interrupt').length > 0) interruptedMs = heardMs
  }
  expect(interruptedMs).toBeGreaterThanOrEqual(500)
  expect(interruptedMs).toBeLessThanOrEqual(1000)
  await model.asked(1)
  model.say('Gladly.')
  model.end()
  while (events.all('bot_response').filter(({ is_final }) => is_final).length < 1) await time.advance(50)

  const finals = events.all('stt_response').filter(({ is_final }) => is_final)
  expect(finals.map(({ text }) => text)).toEqual([OVER_IT])
  const [interrupt] = events.all('interrupt')
  const behind = events.heard.slice(events.names().indexOf('interrupt') + 1)
  for (const [, payload] of behind) {
    if ('message_id' in payload) expect(payload.message_id).not.toBe(interrupt?.message_id)
  }

  const [info] = events.all('session_info')
  const page = { conversationId: info?.conversation_id ?? '', limit: 10, skip: 0 }
  const { messages } = await server.store.conversations.listMessages(page)
  const [cut, question] = messages.map(({ content }) => content)
  expect(REPLY.startsWith(cut ?? '?')).toBe(true)
  expect(cut?.length).toBeLessThan(REPLY.length)
  expect(question).toBe(OVER_IT)
})

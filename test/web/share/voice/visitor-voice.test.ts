import { expect, test } from 'vitest'
import { toBase64 } from '../../../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../../../src/audio/pcm.js'
import type { Session } from '../../../../src/client/session/create-session.js'
import { createEmitter } from '../../../../src/client/session/emitter.js'
import type { ConnectionState, SessionEvents } from '../../../../src/client/session/events.js'
import { DeviceError, type DeviceErrorReason } from '../../../../src/web/share/voice/device-errors.js'
import type { AudioDeviceListener } from '../../../../src/web/share/voice/ports.js'
import { createVisitorVoice } from '../../../../src/web/share/voice/visitor-voice.js'

/** 100 ms of the microphone. */
const PIECE = new Float32Array(1600).fill(0.5)

type Circumstances = {
  readonly trouble?: DeviceErrorReason
  readonly refusal?: Error
  readonly known?: { readonly hears?: boolean; readonly speaks?: boolean; readonly hasMicrophones?: boolean }
}

function given({ trouble, refusal, known }: Circumstances = {}) {
  const emitter = createEmitter<SessionEvents>()
  const did: string[] = []
  const waiting: (() => void)[] = []
  let connection: ConnectionState = 'connected'
  let listener: AudioDeviceListener | undefined
  const become = (state: ConnectionState) => {
    const previous = connection
    connection = state
    emitter.emit('connectionStateChanged', { state, previous })
  }
  const asked = async (what: string) => {
    did.push(what)
    if (refusal !== undefined) throw refusal
  }
  const session = {
    on: emitter.on,
    state: () => connection,
    startVoice: ({ pushToTalk = false } = {}) => asked(pushToTalk ? 'start pushed' : 'start'),
    stopVoice: () => asked('stop'),
    streamAudio: (pcm16: Uint8Array) => did.push(`send ${fromPcm16(pcm16).length}`),
    notifyAudioPlaybackComplete: (id: string) => asked(`complete ${id}`),
    connect: async () => {
      did.push('connect')
      become('connecting')
      become('connected')
    },
  } as unknown as Session
  const voice = createVisitorVoice({
    openDevices: async (own, hasMicrophone) => {
      if (!hasMicrophone) did.push('no microphone')
      if (trouble !== undefined) throw new DeviceError(trouble)
      listener = own
      return {
        play: ({ messageId, pcm16 }) => did.push(`play ${messageId} ${pcm16.length / 2}`),
        stopPlayback: () => did.push('cut'),
        close: () => did.push('close'),
      }
    },
    after: (_, done) => void waiting.push(done),
    ...known,
  })
  voice.attach(session)
  return {
    voice,
    did,
    become,
    emit: emitter.emit,
    hear: (samples = PIECE) => listener?.onSamples(samples),
    played: (messageId: string, is: 'begun' | 'ended') => listener?.onPlaybackEvent({ messageId, type: is }),
    lose: () => listener?.onMicrophoneLost(),
    wait: () => waiting.shift()?.(),
  }
}

const sound = (message_id: string, is_final = false) => ({
  message_id,
  audio: toBase64(toPcm16(new Float32Array(480))),
  sample_rate: 24_000,
  chunk_index: 0,
  is_final,
  is_interjection: false,
})

test('where nobody understands people there is no microphone, and replies are played', async () => {
  const { voice, did, emit, become } = given()
  emit('sessionConnected', {
    ...{ session_id: 's', conversation_id: 'c', character_id: 'a', player_id: 'p' },
    speech_recognition: 'data_layer',
  })
  expect(voice.state().cannotHear).toBe('service')
  voice.setMode('hands-free')
  await voice.open()
  emit('botVoice', sound('m1', true))
  become('connected')
  expect(did).toEqual(['no microphone', 'play m1 480'])
  voice.close()
  expect(voice.state()).toMatchObject({ step: 'off', cannotHear: 'service' })
})

test('push-to-talk: only what is said while the button is held goes out, and what comes late with it', async () => {
  const { voice, did, hear, wait } = given()
  await voice.open()
  hear()
  voice.press()
  voice.press()
  hear()
  voice.release()
  hear(PIECE.subarray(0, 100))
  wait()
  hear()
  expect(did).toEqual(['start pushed', 'send 1600', 'stop', 'send 100'])
})

test('a turn of which nothing was understood is not waited for', async () => {
  const { voice, emit } = given()
  await voice.open()
  voice.press()
  expect(voice.state()).toMatchObject({ isHeld: true, isThinking: false })
  voice.release()
  expect(voice.state()).toMatchObject({ isHeld: false, isThinking: true })
  emit('voiceStopped', { ptt_turn_end: true })
  expect(voice.state().isThinking).toBe(false)

  voice.press()
  voice.release()
  emit('sttResponse', { text: 'Hello.', is_final: true })
  emit('voiceStopped', { ptt_turn_end: true })
  expect(voice.state().isThinking).toBe(true)
})

test('hands-free: everything goes out as long as there is a connection, and a new one listens again', async () => {
  const { voice, did, hear, become } = given()
  voice.setMode('hands-free')
  await voice.open()
  hear()
  become('reconnecting')
  hear()
  become('connected')
  hear()
  expect(did).toEqual(['start', 'send 1600', 'cut', 'start', 'send 1600'])
})

test('hands-free after push-to-talk wants a new session, as the old one holds to the button', async () => {
  const { voice, did } = given()
  await voice.open()
  voice.setMode('hands-free')
  voice.setMode('push-to-talk')
  voice.press()
  voice.setMode('hands-free')
  expect(did).toEqual(['start', 'stop', 'start pushed', 'stop', 'connect', 'cut', 'start'])
})

test('a reply is played as it comes, and its end is told to the service', async () => {
  const { voice, did, emit, played } = given()
  emit('botVoice', sound('m0'))
  await voice.open()
  emit('botVoice', sound('m1'))
  emit('botVoice', sound('m1', true))
  emit('botVoice', sound('m1'))
  played('m1', 'begun')
  expect(voice.state()).toMatchObject({ isSpeaking: true, isThinking: false })
  played('m1', 'ended')
  expect(voice.state().isSpeaking).toBe(false)
  expect(did).toEqual(['play m1 480', 'play m1 480', 'complete m1'])
})

test('an interrupt falls silent at once, and nothing that comes late of the reply counts', async () => {
  const { voice, did, emit, played } = given()
  await voice.open()
  emit('botVoice', sound('m1'))
  played('m1', 'begun')
  emit('interrupt', { message_id: 'm1' })
  expect(voice.state().isSpeaking).toBe(false)
  emit('botVoice', sound('m1'))
  played('m1', 'begun')
  played('m1', 'ended')
  expect(voice.state().isSpeaking).toBe(false)
  emit('botVoice', sound('m2'))
  expect(did).toEqual(['play m1 480', 'cut', 'play m2 480'])
})

test('hushed here, a reply is silent before the service knows', async () => {
  const { voice, did, emit } = given()
  await voice.open()
  emit('botVoice', sound('m1'))
  voice.stopReply()
  emit('botVoice', sound('m1'))
  expect(did).toEqual(['play m1 480', 'cut'])
})

test.each(['denied', 'missing', 'busy', 'insecure'] as const)(
  'a microphone that is %s is told, and voice stays off',
  async (trouble) => {
    const { voice } = given({ trouble })
    const steps: string[] = []
    voice.subscribe(() => steps.push(voice.state().step))
    await voice.open()
    expect(steps).toEqual(['opening', 'off'])
    expect(voice.state().trouble).toEqual({ device: trouble })
  },
)

test('a microphone that is pulled out ends voice, and says why', async () => {
  const { voice, did, lose } = given()
  voice.setMode('hands-free')
  await voice.open()
  lose()
  expect(voice.state()).toMatchObject({ step: 'off', mode: 'hands-free', trouble: { device: 'lost' } })
  expect(did).toEqual(['start', 'stop', 'close'])
})

test('closed while the browser still asks, it does not open', async () => {
  const { voice, did } = given()
  const opening = voice.open()
  voice.close()
  await opening
  expect(voice.state().step).toBe('off')
  expect(did).toEqual(['close'])
})

test('what the service says against its voice is told; too long a silence ends voice', async () => {
  const { voice, emit } = given()
  await voice.open()
  emit('voiceError', { error: 'recognition_failed', message: 'The recogniser failed' })
  expect(voice.state()).toMatchObject({ step: 'on', trouble: { message: 'The recogniser failed' } })
  voice.press()
  expect(voice.state().trouble).toBeNull()
  emit('voiceTimeout', { reason: 'voice_inactivity', idle_seconds: 600, timeout_seconds: 600 })
  expect(voice.state()).toMatchObject({ step: 'off', trouble: { message: expect.stringContaining('off') } })
})

test('a service that does not acknowledge is told of', async () => {
  const { voice } = given({ refusal: new Error('no answer') })
  await voice.open()
  voice.press()
  await expect.poll(() => voice.state().trouble).toMatchObject({ message: expect.any(String) })
})

test('the level of the microphone goes from silence to full', async () => {
  const { voice, hear } = given()
  await voice.open()
  const levels: number[] = []
  const forget = voice.onLevel((level) => levels.push(level))
  hear(new Float32Array(10))
  hear(new Float32Array(10).fill(0.125))
  hear(new Float32Array(10).fill(1))
  forget()
  hear()
  expect(levels).toEqual([0, 0.5, 1])
})

test.each([
  [{}, { cannotHear: null, canSpeak: true }],
  [{ hears: false }, { cannotHear: 'service', canSpeak: true }],
  [
    { hears: true, hasMicrophones: false },
    { cannotHear: 'insecure', canSpeak: true },
  ],
  [
    { hears: false, hasMicrophones: false, speaks: false },
    { cannotHear: 'service', canSpeak: false },
  ],
] as const)('what is known before the session, %j, decides what is offered', (known, offered) => {
  expect(given({ known }).voice.state()).toMatchObject(offered)
})

test('a browser without microphones for the page opens the loudspeaker alone', async () => {
  const { voice, did } = given({ known: { hasMicrophones: false } })
  await voice.open()
  expect(did).toContain('no microphone')
  voice.close()
  expect(voice.state()).toMatchObject({ step: 'off', cannotHear: 'insecure' })
})

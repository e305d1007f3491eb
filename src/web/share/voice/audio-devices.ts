import { fromPcm16 } from '../../../audio/pcm.js'
import { concatSamples, createResampler, type Resampler } from '../../../audio/resample.js'
import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import { DeviceError, type DeviceErrorReason } from './device-errors.js'
import type { PlaybackChunk, PlaybackEvent } from './playback-queue.js'
import type { AudioDeviceListener, AudioDevices } from './ports.js'
import worklet from './sound.worklet.js?worker&url'

type OpenOptions = { readonly captureRate: number; readonly hasMicrophone: boolean }

/**
 * Requests the microphone, if it is wanted, and opens the devices. Must be called during a user gesture: browsers allow neither audio
 * nor the request without one. Throws a DeviceError.
 */
export async function openAudioDevices(
  { captureRate, hasMicrophone }: OpenOptions,
  listener: AudioDeviceListener,
): Promise<AudioDevices> {
  // Before the first `await`: some browsers only allow audio when the context is created during the gesture.
  const context = new AudioContext({ latencyHint: 'interactive' })
  try {
    const microphone = hasMicrophone ? await askForMicrophone() : undefined
    await Promise.all([context.resume(), context.audioWorklet.addModule(worklet)])
    return connect(context, microphone, { captureRate, listener })
  } catch (error) {
    void context.close()
    throw error
  }
}

async function askForMicrophone(): Promise<MediaStream> {
  // Browsers leave this undefined on pages loaded over plain HTTP from another machine.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (mediaDevices === undefined) throw new DeviceError('insecure')
  const audio = { channelCount: 1, echoCancellation: true, autoGainControl: true, noiseSuppression: true }
  return mediaDevices.getUserMedia({ audio }).catch((cause: unknown) => {
    throw new DeviceError(deviceErrorReason(cause), { cause })
  })
}

function deviceErrorReason(error: unknown): DeviceErrorReason {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}

type ConnectOptions = { readonly captureRate: number; readonly listener: AudioDeviceListener }

function connect(
  context: AudioContext,
  microphone: MediaStream | undefined,
  { captureRate, listener }: ConnectOptions,
): AudioDevices {
  const playback = new AudioWorkletNode(context, 'parley-playback', { numberOfInputs: 0 })
  const convertChunk = createChunkConverter(context.sampleRate)

  playback.port.onmessage = ({ data }: MessageEvent<PlaybackEvent>) => listener.onPlaybackEvent(data)
  if (microphone !== undefined) capture(context, microphone, { captureRate, listener })
  playback.connect(context.destination)
  return {
    play(chunk) {
      const converted = convertChunk(chunk)
      playback.port.postMessage(converted, [converted.samples.buffer])
    },
    stopPlayback: () => playback.port.postMessage('clear'),
    close() {
      for (const track of microphone?.getTracks() ?? []) track.stop()
      void context.close()
    },
  }
}

function capture(
  context: AudioContext,
  microphone: MediaStream,
  { captureRate, listener }: ConnectOptions,
): void {
  const node = new AudioWorkletNode(context, 'parley-capture', { numberOfOutputs: 0, channelCount: 1 })
  const resampler = createResampler({ from: context.sampleRate, to: captureRate })
  node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => listener.onSamples(resampler.push(data))
  for (const track of microphone.getTracks()) track.addEventListener('ended', listener.onMicrophoneLost)
  context.createMediaStreamSource(microphone).connect(node)
}

/** Resamples chunks to the rate of the loudspeaker, each reply as one stream. */
function createChunkConverter(sampleRate: number): (chunk: ReplyAudioChunk) => PlaybackChunk {
  let current = ''
  let resampler: Resampler | undefined
  return ({ messageId, pcm16, sampleRate: from, isLast, textEnd }) => {
    if (current !== messageId || resampler === undefined)
      resampler = createResampler({ from, to: sampleRate })
    current = messageId
    const output = resampler.push(fromPcm16(pcm16))
    return {
      messageId,
      samples: isLast ? concatSamples([output, resampler.flush()]) : output.slice(),
      isLast,
      textEnd,
    }
  }
}

import { fromPcm16 } from '../../../audio/pcm.js'
import { concatSamples, createResampler, type Resampler } from '../../../audio/resample.js'
import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import { DeviceError, type DeviceErrorReason } from './device-errors.js'
import type { PlaybackChunk, PlaybackEvent } from './playback-queue.js'
import type { AudioDeviceListener, AudioDevices } from './ports.js'
import worklet from './sound.worklet.js?worker&url'

/**
 * Asks for the microphone, and opens both. To be called while the visitor taps: no browser lets a page sound, or ask, of
 * its own accord. Throws a DeviceError.
 */
export async function openAudioDevices(
  hearingRate: number,
  listener: AudioDeviceListener,
): Promise<AudioDevices> {
  // Before anything is waited for: some browsers let it sound only if it is made during the tap.
  const context = new AudioContext({ latencyHint: 'interactive' })
  try {
    const microphone = await askForMicrophone()
    await Promise.all([context.resume(), context.audioWorklet.addModule(worklet)])
    return connect(context, microphone, { hearingRate, listener })
  } catch (error) {
    void context.close()
    throw error
  }
}

async function askForMicrophone(): Promise<MediaStream> {
  // Browsers have none at all for pages that came in the clear from another machine.
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

type ConnectOptions = { readonly hearingRate: number; readonly listener: AudioDeviceListener }

function connect(
  context: AudioContext,
  microphone: MediaStream,
  { hearingRate, listener }: ConnectOptions,
): AudioDevices {
  const ear = new AudioWorkletNode(context, 'parley-ear', { numberOfOutputs: 0, channelCount: 1 })
  const mouth = new AudioWorkletNode(context, 'parley-mouth', { numberOfInputs: 0 })
  const toHearing = createResampler({ from: context.sampleRate, to: hearingRate })
  const toPieces = createChunkConverter(context.sampleRate)

  ear.port.onmessage = ({ data }: MessageEvent<Float32Array>) => listener.onSamples(toHearing.push(data))
  mouth.port.onmessage = ({ data }: MessageEvent<PlaybackEvent>) => listener.onPlaybackEvent(data)
  for (const track of microphone.getTracks()) track.addEventListener('ended', listener.onMicrophoneLost)
  context.createMediaStreamSource(microphone).connect(ear)
  mouth.connect(context.destination)
  return {
    play(chunk) {
      const piece = toPieces(chunk)
      mouth.port.postMessage(piece, [piece.samples.buffer])
    },
    stopPlayback: () => mouth.port.postMessage('cut'),
    close() {
      for (const track of microphone.getTracks()) track.stop()
      void context.close()
    },
  }
}

/** Replies at the rate of the loudspeaker, each resampled as one sound. */
function createChunkConverter(sampleRate: number): (chunk: ReplyAudioChunk) => PlaybackChunk {
  let of = ''
  let resampler: Resampler | undefined
  return ({ messageId, pcm16, sampleRate: from, isLast }) => {
    if (of !== messageId || resampler === undefined) resampler = createResampler({ from, to: sampleRate })
    of = messageId
    const begun = resampler.push(fromPcm16(pcm16))
    return { messageId, samples: isLast ? concatSamples([begun, resampler.flush()]) : begun.slice(), isLast }
  }
}

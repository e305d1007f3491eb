import { createPlaybackQueue, type PlaybackChunk } from './playback-queue.js'

// Globals of the audio thread, which the types of the DOM lack.
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare const sampleRate: number

/** Samples in one message from the microphone, about 20 ms. */
const BLOCK_SAMPLES = 1024
/** Audio that is queued before playback begins. */
const PREBUFFER_SECONDS = 0.08

// Classes, because the browser requires them here.

/** Sends microphone audio to the page in blocks. */
class CaptureProcessor extends AudioWorkletProcessor {
  private block = new Float32Array(BLOCK_SAMPLES)
  private filled = 0

  process([input = []]: Float32Array[][]): boolean {
    const [channel] = input
    for (let at = 0; channel !== undefined && at < channel.length; ) {
      const part = channel.subarray(at, at + BLOCK_SAMPLES - this.filled)
      this.block.set(part, this.filled)
      this.filled += part.length
      at += part.length
      if (this.filled === BLOCK_SAMPLES) this.send()
    }
    return true
  }

  private send(): void {
    this.port.postMessage(this.block, [this.block.buffer])
    this.block = new Float32Array(BLOCK_SAMPLES)
    this.filled = 0
  }
}

/** Plays the chunks that the page sends, and reports playback events. */
class PlaybackProcessor extends AudioWorkletProcessor {
  private readonly queue = createPlaybackQueue(PREBUFFER_SECONDS * sampleRate)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<PlaybackChunk | 'clear'>) => {
      if (data === 'clear') this.queue.clear()
      else this.queue.push(data)
    }
  }

  process(_: Float32Array[][], [output = []]: Float32Array[][]): boolean {
    const [first, ...others] = output
    if (first === undefined) return true
    for (const event of this.queue.fill(first)) this.port.postMessage(event)
    for (const other of others) other.set(first)
    return true
  }
}

registerProcessor('parley-capture', CaptureProcessor)
registerProcessor('parley-playback', PlaybackProcessor)

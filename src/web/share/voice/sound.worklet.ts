import { createPlaybackQueue, type PlaybackChunk } from './playback-queue.js'

/** What the browser gives to the files of its audio thread. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare const sampleRate: number

/** Samples in one message from the microphone: 20 ms or so. */
const BLOCK_SAMPLES = 1024
/** How much of a sound has to be there before it begins. */
const PREBUFFER_SECONDS = 0.08

// The browser takes nothing but classes here.

/** Hands what the microphone hears to the page, in blocks. */
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

/** Plays what the page sends, and says which reply begins and ends. */
class PlaybackProcessor extends AudioWorkletProcessor {
  private readonly queue = createPlaybackQueue(PREBUFFER_SECONDS * sampleRate)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<PlaybackChunk | 'cut'>) => {
      if (data === 'cut') this.queue.clear()
      else this.queue.push(data)
    }
  }

  process(_: Float32Array[][], [output = []]: Float32Array[][]): boolean {
    const [first, ...others] = output
    if (first === undefined) return true
    for (const played of this.queue.fill(first)) this.port.postMessage(played)
    for (const other of others) other.set(first)
    return true
  }
}

registerProcessor('parley-ear', CaptureProcessor)
registerProcessor('parley-mouth', PlaybackProcessor)

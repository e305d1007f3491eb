import { createHash } from 'node:crypto'
import { createEnvelope, ENVELOPE_MS } from '../../audio/envelope.js'
import { isNextPacket, joinPackets, type Packet } from '../../audio/packets.js'
import { toPcm16 } from '../../audio/pcm.js'
import { concatSamples, createResamplerFactory, type Resampler } from '../../audio/resample.js'
import { createToneDecoderPool, DECODER_RATE, type ToneDecoderPool } from '../../audio/tone-decoder.js'
import { HIGH_BAND, LOW_BAND } from '../../audio/tone-modulation.js'
import { createChannel } from '../../domain/voice/channel.js'
import type {
  RecognitionEvent,
  RecognitionRequest,
  RecognitionStream,
  SpeechRecognition,
} from '../../domain/voice/ports.js'

/** Longer utterances are not recorded, so they have no key. */
const MAX_RECORDED_SECONDS = 60
/** Speech was present if the level exceeded `AUDIBLE` (of full scale) for so long. */
const SPOKEN_MS = 200
const AUDIBLE = 0.003

/** Sent for real speech, for which the stub never invents words. */
const UNKNOWN_SPEECH_NOTICE: RecognitionEvent = {
  type: 'notice',
  error: 'stub_recogniser',
  message:
    "The built-in recogniser does not understand people, only the data layer of parley's own voice. Type instead, or configure `stt`",
  isOncePerSession: true,
}

type StubRecogniserSettings = {
  /** Text by `utteranceKey`, for known recordings. */
  readonly transcripts: ReadonlyMap<string, string>
}

/**
 * Decodes the words that the stub voice transmits in tones. The confidence is the fraction of words received; lost
 * words are missing, never guessed.
 */
export function createStubRecogniser({ transcripts }: StubRecogniserSettings): SpeechRecognition {
  const createDecoderFor = prepareStubDecoders({ isRecording: transcripts.size > 0 })
  return {
    understands: () => 'data_layer',
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const decoder = createDecoderFor(request)
      const text = () => joinPackets(decoder.packets())
      let isOpen = true
      const close = () => {
        if (isOpen) decoder.close()
        isOpen = false
        channel.end()
        signal.removeEventListener('abort', close)
      }
      if (signal.aborted) close()
      else signal.addEventListener('abort', close, { once: true })

      return {
        push: (samples) => {
          if (isOpen && decoder.push(samples) && !isBlank(text()))
            channel.push({ type: 'partial', text: text() })
        },
        finish: () => {
          if (!isOpen) return
          decoder.flush()
          for (const event of finalEvents(decoder, text(), transcripts)) channel.push(event)
          close()
        },
        close,
        events: channel.values,
      } satisfies RecognitionStream
    },
  }
}

function finalEvents(
  decoder: StubDecoder,
  text: string,
  transcripts: ReadonlyMap<string, string>,
): RecognitionEvent[] {
  if (!isBlank(text)) return [{ type: 'final', text, confidence: decoder.confidence() }]
  const samples = decoder.recordedSamples()
  const transcript = samples && transcripts.get(utteranceKey(samples))
  if (transcript !== undefined) return [{ type: 'final', text: transcript, confidence: 1 }]
  return decoder.detectedSpeech()
    ? [UNKNOWN_SPEECH_NOTICE, { type: 'final', text: '' }]
    : [{ type: 'final', text: '' }]
}

const isBlank = (text: string) => text.trim() === ''

interface StubDecoder {
  /** Returns whether a word was completed. */
  push(samples: Float32Array): boolean
  flush(): void
  /** What was decoded can still be read, nothing more can be pushed. */
  close(): void
  packets(): readonly Packet[]
  confidence(): number
  /** The utterance, if it was recorded: undefined when it was too long, and when words were decoded. */
  recordedSamples(): Float32Array | undefined
  detectedSpeech(): boolean
}

/** Prepares what all decoders share. `isRecording`: there are transcripts of recordings. */
function prepareStubDecoders({ isRecording }: { readonly isRecording: boolean }) {
  const createResampler = createResamplerFactory()
  const pools = [LOW_BAND, HIGH_BAND].map(createToneDecoderPool)
  return ({ sampleRate }: RecognitionRequest): StubDecoder =>
    createStubDecoder(sampleRate, {
      resampler:
        sampleRate === DECODER_RATE ? undefined : createResampler({ from: sampleRate, to: DECODER_RATE }),
      pools,
      isRecording,
    })
}

type DecoderTools = {
  /** Undefined at the rate of the decoders. */
  readonly resampler: Resampler | undefined
  readonly pools: readonly ToneDecoderPool[]
  readonly isRecording: boolean
}

function createStubDecoder(sampleRate: number, { resampler, pools, isRecording }: DecoderTools): StubDecoder {
  const bands = createBandDecoders(pools)
  const audible = createAudibleTime(sampleRate)
  const recording = createRecording(isRecording ? MAX_RECORDED_SECONDS * sampleRate : 0)
  let packets: readonly Packet[] = []
  let lostWords = 0

  const decode = (samples: Float32Array): boolean => {
    const found = bands.push(samples)
    for (const packet of found) {
      const last = packets.at(-1)
      if (last !== undefined && !isNextPacket(last, packet)) lostWords += 1
      packets = [...packets, packet]
    }
    return found.length > 0
  }
  return {
    push: (samples) => {
      // Both are only asked about when no words were decoded.
      if (packets.length === 0) {
        recording.add(samples)
        audible.add(samples)
      }
      return decode(resampler?.push(samples) ?? samples)
    },
    flush: () => {
      if (resampler !== undefined) decode(resampler.flush())
    },
    close: bands.close,
    packets: () => packets,
    confidence: () => packets.length / (packets.length + lostWords),
    recordedSamples: () => (packets.length > 0 ? undefined : recording.samples()),
    detectedSpeech: () => audible.ms() >= SPOKEN_MS,
  }
}

/** A decoder for each band, until the first word: a voice stays in one band. */
function createBandDecoders(pools: readonly ToneDecoderPool[]) {
  let open = pools.map((pool) => ({ pool, decoder: pool.take() }))
  const keep = (kept: (typeof open)[number] | undefined) => {
    for (const { pool, decoder } of open) if (decoder !== kept?.decoder) pool.giveBack(decoder)
    open = kept === undefined ? [] : [kept]
  }
  return {
    push: (samples: Float32Array): Packet[] => {
      for (const band of open) {
        const found = band.decoder.push(samples)
        if (found.length === 0) continue
        if (open.length > 1) keep(band)
        return found.map(({ packet }) => packet)
      }
      return []
    },
    close: () => keep(undefined),
  }
}

function createAudibleTime(sampleRate: number) {
  const envelope = createEnvelope(sampleRate)
  let ms = 0
  return {
    ms: () => ms,
    add: (samples: Float32Array) => {
      for (const level of envelope.push(samples)) if (level > AUDIBLE) ms += ENVELOPE_MS
    },
  }
}

/** `capacity` in samples; a longer recording is dropped. */
function createRecording(capacity: number) {
  let chunks: Float32Array[] = []
  let length = 0
  return {
    add: (samples: Float32Array) => {
      length += samples.length
      if (length > capacity) chunks = []
      else chunks.push(samples.slice())
    },
    samples: () => (length > capacity ? undefined : concatSamples(chunks)),
  }
}

/**
 * The key of an utterance in a file of transcripts: the hexadecimal SHA-256 of its 16-bit little-endian samples without
 * leading and trailing digital silence, so that padding does not change it.
 */
export function utteranceKey(samples: Float32Array): string {
  const first = samples.findIndex((sample) => sample !== 0)
  const last = samples.findLastIndex((sample) => sample !== 0)
  const sound = first === -1 ? new Float32Array(0) : samples.subarray(first, last + 1)
  return createHash('sha256').update(toPcm16(sound)).digest('hex')
}

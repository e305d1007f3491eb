import { createHash } from 'node:crypto'
import { createEnvelope, ENVELOPE_MS } from '../../audio/envelope.js'
import { isNextPacket, joinPackets, type Packet } from '../../audio/packets.js'
import { toPcm16 } from '../../audio/pcm.js'
import { concatSamples, createResamplerFactory, type Resampler } from '../../audio/resample.js'
import { createToneDecoderFactory, DECODER_RATE, type ToneDecoder } from '../../audio/tone-decoder.js'
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
  const createDecoderFor = prepareStubDecoders()
  return {
    understands: () => 'data_layer',
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const decoder = createDecoderFor(request)
      const text = () => joinPackets(decoder.packets())
      let isOpen = true
      const close = () => {
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
  packets(): readonly Packet[]
  confidence(): number
  /** The utterance; undefined when it was too long to record. */
  recordedSamples(): Float32Array | undefined
  detectedSpeech(): boolean
}

/** Prepares what all decoders share. */
function prepareStubDecoders(): (request: RecognitionRequest) => StubDecoder {
  const createResampler = createResamplerFactory()
  const bands = [LOW_BAND, HIGH_BAND].map(createToneDecoderFactory)
  return ({ sampleRate }) =>
    createStubDecoder(sampleRate, {
      resampler: createResampler({ from: sampleRate, to: DECODER_RATE }),
      everyBand: bands.map((createDecoder) => createDecoder()),
    })
}

type DecoderTools = { readonly resampler: Resampler; readonly everyBand: readonly ToneDecoder[] }

function createStubDecoder(sampleRate: number, { resampler, everyBand }: DecoderTools): StubDecoder {
  const envelope = createEnvelope(sampleRate)
  let audibleMs = 0
  let decoders = everyBand
  let packets: readonly Packet[] = []
  let lostWords = 0
  let chunks: Float32Array[] = []
  let length = 0

  const decode = (samples: Float32Array): boolean => {
    const before = packets.length
    for (const decoder of decoders) {
      for (const { packet } of decoder.push(samples)) {
        const last = packets.at(-1)
        if (last !== undefined && !isNextPacket(last, packet)) lostWords += 1
        packets = [...packets, packet]
        // A voice stays in one band, so after the first word the other decoder is dropped.
        decoders = [decoder]
      }
    }
    return packets.length > before
  }
  const record = (samples: Float32Array) => {
    length += samples.length
    if (length > MAX_RECORDED_SECONDS * sampleRate || packets.length > 0) chunks = []
    else chunks.push(samples.slice())
  }
  return {
    push: (samples) => {
      record(samples)
      audibleMs += ENVELOPE_MS * envelope.push(samples).filter((level) => level > AUDIBLE).length
      return decode(resampler.push(samples))
    },
    flush: () => {
      decode(resampler.flush())
    },
    packets: () => packets,
    confidence: () => packets.length / (packets.length + lostWords),
    recordedSamples: () => (length > MAX_RECORDED_SECONDS * sampleRate ? undefined : concatSamples(chunks)),
    detectedSpeech: () => audibleMs >= SPOKEN_MS,
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

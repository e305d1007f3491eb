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

/** Longer utterances have no key: they are not kept whole. */
const KEPT_SECONDS = 60
/** Someone spoke when this much was louder than that (of full scale). */
const SPOKEN_MS = 200
const AUDIBLE = 0.003

/** What others are told: the stub never makes words up. */
const UNKNOWN_SPEECH_NOTICE: RecognitionEvent = {
  type: 'notice',
  error: 'stub_recogniser',
  message: "the stub recogniser understands only parley's own voice; configure `stt`",
  isOncePerSession: true,
}

type StubRecogniserSettings = {
  /** Text by `utteranceKey`, for recorded speech. */
  readonly transcripts: ReadonlyMap<string, string>
}

/**
 * Reads the words that the stub voice carries beside what a person hears. The confidence is the share of words that
 * came through; a word that did not is missing, never replaced.
 */
export function createStubRecogniser({ transcripts }: StubRecogniserSettings): SpeechRecognition {
  const createEar = prepareStubDecoders()
  return {
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const ear = createEar(request)
      const text = () => joinPackets(ear.packets())
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
          if (isOpen && ear.push(samples) && !isBlank(text())) channel.push({ type: 'partial', text: text() })
        },
        finish: () => {
          if (!isOpen) return
          ear.flush()
          for (const event of finalEvents(ear, text(), transcripts)) channel.push(event)
          close()
        },
        close,
        events: channel.values,
      } satisfies RecognitionStream
    },
  }
}

function finalEvents(
  ear: StubDecoder,
  text: string,
  transcripts: ReadonlyMap<string, string>,
): RecognitionEvent[] {
  if (!isBlank(text)) return [{ type: 'final', text, confidence: ear.confidence() }]
  const samples = ear.recordedSamples()
  const written = samples && transcripts.get(utteranceKey(samples))
  if (written !== undefined) return [{ type: 'final', text: written, confidence: 1 }]
  return ear.detectedSpeech()
    ? [UNKNOWN_SPEECH_NOTICE, { type: 'final', text: '' }]
    : [{ type: 'final', text: '' }]
}

const isBlank = (text: string) => text.trim() === ''

interface StubDecoder {
  /** Whether that completed a word. */
  push(samples: Float32Array): boolean
  flush(): void
  packets(): readonly Packet[]
  confidence(): number
  /** The whole utterance; undefined when it was too long to be kept. */
  recordedSamples(): Float32Array | undefined
  detectedSpeech(): boolean
}

/** What every ear needs alike is worked out once. */
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
  let lost = 0
  let chunks: Float32Array[] = []
  let length = 0

  const decode = (samples: Float32Array): boolean => {
    const before = packets.length
    for (const decoder of decoders) {
      for (const { packet } of decoder.push(samples)) {
        const last = packets.at(-1)
        if (last !== undefined && !isNextPacket(last, packet)) lost += 1
        packets = [...packets, packet]
        // A voice does not change its band: from its first word on, the other one need not be watched.
        decoders = [decoder]
      }
    }
    return packets.length > before
  }
  const keep = (samples: Float32Array) => {
    length += samples.length
    if (length > KEPT_SECONDS * sampleRate || packets.length > 0) chunks = []
    else chunks.push(samples.slice())
  }
  return {
    push: (samples) => {
      keep(samples)
      audibleMs += ENVELOPE_MS * envelope.push(samples).filter((level) => level > AUDIBLE).length
      return decode(resampler.push(samples))
    },
    flush: () => {
      decode(resampler.flush())
    },
    packets: () => packets,
    confidence: () => packets.length / (packets.length + lost),
    recordedSamples: () => (length > KEPT_SECONDS * sampleRate ? undefined : concatSamples(chunks)),
    detectedSpeech: () => audibleMs >= SPOKEN_MS,
  }
}

/**
 * What names an utterance in a file of transcripts: the SHA-256, in hexadecimal, of its 16-bit little-endian samples
 * without the digital silence before and after. So a recording has one key, whatever silence it is sent in.
 */
export function utteranceKey(samples: Float32Array): string {
  const first = samples.findIndex((sample) => sample !== 0)
  const last = samples.findLastIndex((sample) => sample !== 0)
  const sound = first === -1 ? new Float32Array(0) : samples.subarray(first, last + 1)
  return createHash('sha256').update(toPcm16(sound)).digest('hex')
}

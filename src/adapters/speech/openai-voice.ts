import { fromPcm16 } from '../../audio/pcm.js'
import { readWav, WavError } from '../../audio/wav.js'
import type { SpeechRequest, SpeechSynthesis } from '../../domain/voice/ports.js'
import { speechError } from './failure.js'
import type { VoiceProvider } from './provider.js'
import { collectBytes, postStreaming, type RequestDeps } from './request.js'
import { resampleToChunks } from './resample-chunks.js'
import { createSpeechModel } from './speech-model.js'

/** Any server with OpenAI's `/audio/speech`. Supports speed but no delivery mode, and gives no word timings. */
export function createOpenAiVoice(deps: RequestDeps, provider: VoiceProvider): SpeechSynthesis {
  const defaultModel = createSpeechModel(deps, provider, 'voice')
  return {
    async *speak(request, signal) {
      if (signal.aborted || request.text.trim() === '') return
      const { tts_model: wanted } = request.voice
      const model = wanted === 'default' ? await defaultModel() : wanted
      const sound = withSound(postStreaming(deps, toPost(request, provider, model), signal), {
        ...{ request, provider, signal },
      })
      const { isWav, answer } = await detectWav(sound)
      const to = request.sampleRate
      if (provider.format === 'pcm' && !isWav) {
        yield* resampleToChunks(samplesOf(answer), { from: provider.pcmRate, to }, signal)
      } else {
        const bytes = await collectBytes(answer)
        if (signal.aborted) return
        const { sampleRate, samples } = decodeWav(bytes, provider)
        yield* resampleToChunks([samples], { from: sampleRate, to }, signal)
      }
    },
  }
}

function toPost({ text, voice }: SpeechRequest, provider: VoiceProvider, model: string) {
  const body = {
    model,
    input: text,
    voice: voice.tts_voice ?? voice.generated_voice_id ?? provider.voice,
    speed: voice.tts_speed,
    response_format: provider.format,
  }
  return {
    component: 'voice' as const,
    provider,
    path: '/audio/speech',
    contentType: 'application/json',
    body: JSON.stringify(body),
    patience: provider.patience,
  }
}

/** Some servers answer with a WAV file whatever format they are asked for: its header would be heard as a click. */
async function detectWav(pieces: AsyncGenerator<Uint8Array>) {
  const head: Uint8Array[] = []
  while (head.reduce((sum, { length }) => sum + length, 0) < RIFF.length) {
    const { done, value } = await pieces.next()
    if (done) break
    head.push(value)
  }
  const isWav = Buffer.concat(head).subarray(0, RIFF.length).equals(RIFF)
  return { isWav, answer: resumed(head, pieces) }
}

const RIFF = Buffer.from('RIFF')

async function* resumed(
  head: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* head
  yield* rest
}

type Spoken = {
  readonly request: SpeechRequest
  readonly provider: VoiceProvider
  readonly signal: AbortSignal
}

/** The same bytes; fails when there are none of a text that can be spoken. */
async function* withSound(
  pieces: AsyncIterable<Uint8Array>,
  { request, provider, signal }: Spoken,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    yield piece
  }
  const isSpeakable = /[\p{L}\p{N}]/u.test(request.text)
  if (size === 0 && isSpeakable && !signal.aborted) throw speechError('voice', 'no_sound', { provider })
}

/** Network chunks may end between the two bytes of a sample. */
async function* samplesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array> {
  let rest: Uint8Array = new Uint8Array(0)
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    const even = bytes.length - (bytes.length % 2)
    rest = bytes.subarray(even)
    yield fromPcm16(bytes.subarray(0, even))
  }
}

function decodeWav(bytes: Uint8Array, provider: VoiceProvider) {
  try {
    return readWav(bytes)
  } catch (error) {
    if (error instanceof WavError) throw speechError('voice', 'garbled', { provider })
    throw error
  }
}

import { createHash } from 'node:crypto'
import { toPcm16 } from '../../audio/pcm.js'
import { writeWav } from '../../audio/wav.js'
import type { SpeechRecognition } from '../../domain/voice/ports.js'
import { speechError } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { collectBytes, postStreaming, type RequestDeps } from './request.js'
import { createSpeechModel } from './speech-model.js'
import {
  createUtteranceRecogniser,
  type RecognisedSpeech,
  type RecordedUtterance,
} from './utterance-recogniser.js'

/** Any server with OpenAI's `/audio/transcriptions`. It transcribes complete utterances, so there are no partials. */
export function createOpenAiRecogniser(deps: RequestDeps, provider: RecogniserProvider): SpeechRecognition {
  const findModel = createSpeechModel(deps, provider, 'recogniser')
  return createUtteranceRecogniser(async (utterance, signal) => {
    const { contentType, body } = toForm(utterance, await findModel())
    const answer = await collectBytes(
      postStreaming(
        deps,
        {
          component: 'recogniser',
          provider,
          path: '/audio/transcriptions',
          contentType,
          body,
          patience: provider.patience,
        },
        signal,
      ),
    )
    signal.throwIfAborted()
    return read(answer, provider)
  })
}

function toForm({ samples, sampleRate, settings }: RecordedUtterance, model: string) {
  const wav = writeWav(sampleRate, toPcm16(samples))
  // A hash of the content does not occur in it by chance, and makes requests reproducible.
  const boundary = createHash('sha256').update(wav).digest('hex')
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields =
    field('model', model) + field('language', settings.stt_language) + field('response_format', 'json')
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="utterance.wav"\r\ncontent-type: audio/wav\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(fields + file), wav, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

function read(answer: Uint8Array, provider: RecogniserProvider): RecognisedSpeech {
  const value = parseJson(answer)
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') {
    throw speechError('recogniser', 'garbled', { provider })
  }
  const language =
    'language' in value && typeof value.language === 'string' ? { language: value.language } : {}
  return { text: value.text.trim(), ...language }
}

function parseJson(answer: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(answer).toString('utf8'))
  } catch {
    return undefined
  }
}

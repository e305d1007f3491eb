import { modelsFor } from '../model/choose-model.js'
import { listModels, type OfferedModel } from '../model/list-models.js'
import { createTransport } from '../model/transport.js'
import { isSpeechReason, type SpeechComponent, speechError } from './failure.js'
import type { SpeechProvider } from './provider.js'
import type { RequestDeps } from './request.js'

/** Servers of one model, such as whisper.cpp's, have no list and take any name; these are OpenAI's first. */
const USUAL = { voice: 'tts-1', recogniser: 'whisper-1' } as const
const ROLES = { voice: 'tts', recogniser: 'stt' } as const

/**
 * The model of a provider of speech. Where none is named, the provider is asked for its list once, when speech is first
 * needed: the newest that can do it is taken, or the only one there is. Rejects with a DomainError of kind `upstream` when
 * the provider cannot be asked; it is asked again next time then.
 */
export function createSpeechModel(
  deps: RequestDeps,
  provider: Pick<SpeechProvider, 'baseUrl' | 'model' | 'apiKey' | 'headers'>,
  component: SpeechComponent,
): () => Promise<string> {
  let chosen = provider.model
  let asking: Promise<string> | undefined
  const ask = async (): Promise<string> => {
    const transport = createTransport()
    try {
      const list = await listModels({ ...deps, transport }, { ...provider, kind: 'openai-compatible' })
      if ('failure' in list) {
        const { reason, ...facts } = list.failure
        throw speechError(component, isSpeechReason(reason) ? reason : 'failed', {
          ...{ provider, status: facts.status, code: facts.code, providerMessage: facts.providerMessage },
        })
      }
      chosen = chooseSpeechModel(component, list.models ?? [])
      return chosen
    } finally {
      await transport.close()
    }
  }
  return async () => {
    if (chosen !== undefined) return chosen
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** The newest model of a list that can do it, else the only one there is, else OpenAI's first name. */
export function chooseSpeechModel(component: SpeechComponent, models: readonly OfferedModel[]): string {
  const [best] = modelsFor(ROLES[component], { kind: 'openai-compatible', models })
  return (best ?? (models.length === 1 ? models[0] : undefined))?.id ?? USUAL[component]
}

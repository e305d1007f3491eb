import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { DomainError, domainError, rewordError } from '../../domain/errors.js'
import type { Vision } from '../../domain/vision/ports.js'
import { createConcurrencyLimit } from '../concurrency-limit.js'
import type { PictureRequest, VisionLanguageModel } from '../model/structured-model.js'
import {
  characterPrompt,
  DescriptionSchema,
  descriptionPrompt,
  ImaginedSchema,
  isNotBlank,
} from './prompts.js'
import { shrink } from './shrink.js'

/** A decoded picture is many times its file. */
const AT_A_TIME = 2

/** A vision model of a provider, asked for JSON; `model` names another than the provider's own. */
export function createModelVision(provider: VisionLanguageModel): Vision {
  const inSlot = createConcurrencyLimit(AT_A_TIME)
  const ask = async <T extends TSchema>(schema: T, { picture, ...question }: Asked): Promise<Static<T>> => {
    const { signal = new AbortController().signal, model, ...rest } = question
    signal.throwIfAborted()
    const small = await inSlot(() => shrink(picture))
    const asked: PictureRequest = {
      ...rest,
      schema,
      picture: small,
      ...(model !== undefined && { model }),
    }
    const answer = await provider.answer(asked, signal).catch(asVisionFailure)
    if (!Value.Check(schema, answer)) throw unusable()
    return answer
  }
  return {
    describe: async (picture, { question, signal, model } = {}) => {
      const instructions = descriptionPrompt(question)
      const text = isNotBlank(question) ? `The player says: ${question}` : 'What does the picture show?'
      const asked = { name: 'picture', instructions, text, picture, signal, model }
      return (await ask(DescriptionSchema, asked)).description.trim()
    },
    suggestCharacter: async (picture, wishes, { signal, model } = {}) => {
      const text = 'Design the character.'
      return ask(ImaginedSchema, {
        name: 'character',
        instructions: characterPrompt(wishes),
        text,
        picture,
        signal,
        model,
      })
    },
  }
}

type Asked = Pick<PictureRequest, 'name' | 'instructions' | 'text'> & {
  readonly picture: Uint8Array
  readonly signal: AbortSignal | undefined
  readonly model: string | undefined
}

/** The same sentences, of the right model. */
function asVisionFailure(error: unknown): never {
  if (!(error instanceof DomainError) || typeof error.detail !== 'string') throw error
  throw rewordError(error, error.detail.replace('language model', 'vision model'))
}

const unusable = () =>
  domainError('providerFailed', 'The vision model sent an answer that cannot be understood')

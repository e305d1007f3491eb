import type { LanguageModel, ReplyPart, ReplyRequest } from '../../../src/domain/turns/ports.js'

type Step = ReplyPart | { readonly type: 'end' } | { readonly type: 'fail'; readonly error: unknown }

/** A language model that says what the test makes it say, when the test says so. */
export function createControlledModel() {
  const requests: ReplyRequest[] = []
  const signals: AbortSignal[] = []
  const steps: Step[] = []
  let wake: () => void = () => undefined
  let asked: () => void = () => undefined

  const push = (step: Step) => {
    steps.push(step)
    wake()
  }
  const model: LanguageModel = {
    async *reply(request, signal) {
      requests.push(request)
      signals.push(signal)
      asked()
      while (true) {
        const step = steps.shift()
        if (step === undefined) await new Promise<void>((resolve) => (wake = resolve))
        else if (step.type === 'end') return
        else if (step.type === 'fail') throw step.error
        else yield step
      }
    },
  }
  return {
    model,
    requests,
    signals,
    say: (...texts: string[]) => {
      for (const text of texts) push({ type: 'text', text })
    },
    act: (name: string, values: Record<string, unknown> = {}) =>
      push({ type: 'action', name, arguments: values }),
    look: () => push({ type: 'look' }),
    end: () => push({ type: 'end' }),
    fail: (error: unknown) => push({ type: 'fail', error }),
    /** Resolves once the model was asked `count` times. */
    asked: async (count: number) => {
      while (requests.length < count) await new Promise<void>((resolve) => (asked = resolve))
    },
  }
}

import { MINUTE_MS } from '../../contract/durations.js'
import type { Timers } from '../clock.js'
import { DomainError, domainError } from '../errors.js'
import type { LanguageModel, ModelReport, ReplyPart, ReplyRequest } from './ports.js'

export type GenerateDeps = {
  readonly model: LanguageModel
  readonly timers: Pick<Timers, 'after'>
}

/** A model's reply while it is being generated. */
export interface Generation {
  /**
   * The parts, all that are ready at a time together, their text in one piece; for one reader. Ends with an `upstream`
   * failure when the model fails, and without a word when the generation is stopped.
   */
  readonly batches: AsyncIterable<readonly ReplyPart[]>
  /** What the provider has told so far; it grows until the batches end. */
  readonly reports: readonly ModelReport[]
  stop(): void
}

/** A model that sends nothing for so long has failed; adapters have shorter limits of their own. */
export const MODEL_SILENCE_MS = MINUTE_MS

/**
 * A part needs some microtasks from the model to the buffer. When none has come for so many, nothing more is ready in
 * this turn of the event loop.
 */
const QUIET_MICROTASKS = 32

/**
 * Asks the model at once; its parts wait until they are read. It ends as soon as the signal aborts, and fails when nothing
 * comes for too long, even if the model heeds neither.
 */
export function startGeneration(
  { model, timers }: GenerateDeps,
  request: ReplyRequest,
  signal: AbortSignal,
): Generation {
  const stop = new AbortController()
  let ready: readonly ReplyPart[] = []
  let received = 0
  const reports: ModelReport[] = []
  let outcome: { readonly failure: DomainError | undefined } | undefined
  let wake: (() => void) | undefined

  const end = (failure?: DomainError) => {
    if (outcome !== undefined) return
    outcome = { failure }
    signal.removeEventListener('abort', halt)
    wake?.()
  }
  const halt = () => {
    // A model that has finished needs no word.
    if (outcome === undefined) stop.abort('finished')
    end()
  }
  const readModel = async () => {
    try {
      for await (const part of model.reply(request, stop.signal, (report) => void reports.push(report))) {
        if (stop.signal.aborted) return
        received += 1
        ready = withPart(ready, part)
        wake?.()
      }
      end()
    } catch (cause) {
      end(asModelFailure(cause))
    }
  }
  const waitForPart = async () => {
    const cancel = timers.after(MODEL_SILENCE_MS, () => {
      end(domainError('modelLate'))
      stop.abort('finished')
    })
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    cancel()
  }
  const waitWhileMoreComes = async () => {
    for (let quiet = 0, before = received; quiet < QUIET_MICROTASKS && outcome === undefined; quiet += 1) {
      await undefined
      if (received > before) quiet = 0
      before = received
    }
  }
  async function* batches(): AsyncGenerator<readonly ReplyPart[]> {
    for (;;) {
      if (ready.length === 0 && outcome === undefined) await waitForPart()
      await waitWhileMoreComes()
      const batch = ready
      ready = []
      if (batch.length > 0) yield batch
      else if (outcome?.failure !== undefined) throw outcome.failure
      else if (outcome !== undefined) return
    }
  }

  if (signal.aborted) halt()
  else {
    signal.addEventListener('abort', halt, { once: true })
    void readModel()
  }
  return { batches: batches(), reports, stop: halt }
}

/** Text that is ready at the same time goes out in one piece. */
function withPart(parts: readonly ReplyPart[], part: ReplyPart): readonly ReplyPart[] {
  const last = parts.at(-1)
  if (part.type !== 'text' || last?.type !== 'text') return [...parts, part]
  return [...parts.slice(0, -1), { type: 'text', text: last.text + part.text }]
}

function asModelFailure(cause: unknown): DomainError {
  const isExpected = cause instanceof DomainError && cause.kind === 'upstream'
  return isExpected ? cause : domainError('modelFailed', { cause })
}

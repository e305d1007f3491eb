import { type ContextDeps, gatherContext } from './context.js'
import { fitPrompt } from './fit-prompt.js'
import { type GenerateDeps, startGeneration } from './generate.js'
import { buildPrompt } from './prompt.js'
import type { PreemptiveGeneration, PreparedReply, TranscriptSnapshot, Turn } from './turn.js'

export type PreemptiveGenerationDeps = ContextDeps & GenerateDeps

type PreemptiveTurn = Pick<Turn, 'pair' | 'requestPicture'> & {
  readonly transcript: Pick<Turn['transcript'], 'read'>
  readonly text: string
}

/**
 * Runs the first stages of a turn, up to the model, before the player is certain to be done
 * (docs/voice.md, Preemptive generation).
 */
export function startPreemptiveGeneration(
  deps: PreemptiveGenerationDeps,
  turn: PreemptiveTurn,
): PreemptiveGeneration {
  const stop = new AbortController()
  const drop = () => stop.abort('dropped')
  const prepared = prepare(deps, turn, stop.signal).catch(() => undefined)
  return {
    text: turn.text,
    drop,
    take: async ({ version }, signal) => {
      const found = await prepared
      if (found === undefined || found.snapshot.version !== version || signal.aborted) {
        drop()
        return undefined
      }
      signal.addEventListener('abort', drop, { once: true })
      return found
    },
  }
}

async function prepare(
  deps: PreemptiveGenerationDeps,
  { pair, text, requestPicture, transcript }: PreemptiveTurn,
  signal: AbortSignal,
): Promise<(PreparedReply & { readonly snapshot: TranscriptSnapshot }) | undefined> {
  const snapshot = await transcript.read()
  const query = { snapshot, pair, text, canLook: requestPicture !== undefined }
  const prompt = fitPrompt(
    buildPrompt(await gatherContext(deps, query, signal)),
    deps.model.identify?.(snapshot.character),
  )
  if (signal.aborted) return undefined
  return { snapshot, prompt, generation: startGeneration(deps, prompt.request, signal) }
}

/** Weights of blendshapes by name, 0 to 1. */
export type FaceWeights = Readonly<Record<string, number>>

/** A frame of `bot_animation`, so many seconds into the sound of its reply. */
export type FaceFrame = { readonly at: number; readonly weights: FaceWeights }

/** The face at a time, between two frames linear; empty after the last. Frames are in the order of their times. */
export function weightsAt(frames: readonly FaceFrame[], time: number): FaceWeights {
  const next = frames.findIndex(({ at }) => at > time)
  const [before, after] = [frames[next - 1], frames[next]]
  if (before === undefined || after === undefined) return after?.weights ?? {}
  const share = (time - before.at) / (after.at - before.at || 1)
  const names = Object.keys({ ...before.weights, ...after.weights })
  return Object.fromEntries(
    names.map((name) => [
      name,
      (before.weights[name] ?? 0) * (1 - share) + (after.weights[name] ?? 0) * share,
    ]),
  )
}

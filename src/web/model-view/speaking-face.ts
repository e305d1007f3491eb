import type { FaceWeights } from '../figure/face-frames.js'

/** Jaw, tongue and what brings lips together or rounds them: by these sounds are read. */
const OF_SOUNDS = /^(?:jaw|tongue|mouth(?:Close|Funnel|Pucker|Roll|Press|Shrug|Left$|Right$))/
const CORNERS = /^mouth(?:Smile|Frown|Dimple|Stretch)/

/**
 * The face of what is said, null at rest, together with the one that was set by hand. Jaw and lips are those of the sound;
 * of the rest, such as brows and the corners of a smile, whatever is more, and less of the corners where lips are round.
 */
export function speakingFace(said: FaceWeights | null, set: FaceWeights): FaceWeights {
  if (said === null) return set
  const mixed: Record<string, number> = { ...said }
  const width = 1 - Math.min(1, Math.max(said['mouthPucker'] ?? 0, said['mouthFunnel'] ?? 0))
  for (const [name, weight] of Object.entries(set)) {
    if (OF_SOUNDS.test(name)) continue
    const own = CORNERS.test(name) ? weight * width : weight
    mixed[name] = Math.max(mixed[name] ?? 0, own)
  }
  return mixed
}

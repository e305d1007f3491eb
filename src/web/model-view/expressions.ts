import type { FaceWeights } from '../figure/face-frames.js'

const both = (name: string, weight: number) => ({ [`${name}Left`]: weight, [`${name}Right`]: weight })

/** Faces that are put together of blendshapes, by their names on the page. */
export const EXPRESSIONS: Readonly<Record<string, FaceWeights>> = {
  Neutral: {},
  Smile: { ...both('mouthSmile', 1), ...both('eyeSquint', 0.3), ...both('cheekSquint', 0.4) },
  Sad: {
    ...{ ...both('mouthFrown', 1), mouthShrugLower: 0.7, ...both('mouthStretch', 0.3) },
    ...{ browInnerUp: 1, ...both('eyeLookDown', 0.5), ...both('eyeSquint', 0.2) },
  },
  Surprised: {
    ...{ browInnerUp: 0.8, ...both('browOuterUp', 1), ...both('eyeWide', 1) },
    // Corners that stay up would laugh.
    ...{ jawOpen: 0.5, mouthFunnel: 0.8, ...both('mouthFrown', 0.7) },
  },
  Angry: {
    ...{ ...both('browDown', 1), ...both('eyeSquint', 0.6), ...both('noseSneer', 0.6) },
    ...{ ...both('mouthFrown', 1), ...both('mouthPress', 1), mouthRollUpper: 0.6, mouthRollLower: 0.6 },
  },
  'Eyes shut': both('eyeBlink', 1),
}

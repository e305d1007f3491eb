import { beltParts } from '../clothing/belts.js'
import { carriedParts } from '../clothing/carried-items.js'
import { cloakParts } from '../clothing/cloak.js'
import { eyewearParts } from '../clothing/eyewear.js'
import { toolParts } from '../clothing/hand-tools.js'
import { hatParts } from '../clothing/hats.js'
import { heldParts } from '../clothing/held-items.js'
import { neckwearParts } from '../clothing/neckwear.js'
import { ornamentParts, pauldronParts } from '../clothing/ornaments.js'
import { skirtParts } from '../clothing/skirt.js'
import { spaceSuitParts } from '../clothing/space-suit.js'
import { creatureBodyParts } from '../creature/body-features.js'
import { ghostParts, isSheet } from '../creature/ghost.js'
import { creatureHeadParts } from '../creature/head-features.js'
import type { Traits } from '../description/traits.js'
import { eyeParts } from '../face/eyes.js'
import { mouthParts } from '../face/mouth.js'
import { triangleCount } from '../geometry/shape.js'
import { type BodyFrame, createBodyFrame } from '../skeleton/body-frame.js'
import { armParts } from './arms.js'
import type { BodyPart, BodyPlan } from './body-part.js'
import { featureParts } from './creature-features.js'
import { footParts } from './feet.js'
import { hairParts } from './hair.js'
import { beardParts, headParts } from './head.js'
import { legParts } from './legs.js'
import { torsoParts } from './torso.js'

export type FigureParts = {
  readonly frame: BodyFrame
  readonly parts: readonly BodyPart[]
  /** The same with a face that does not move, in whose mouth the character's expression stays. */
  readonly still: readonly BodyPart[]
}

/** All parts of a character in the rest pose, with at most so many triangles. */
export function assembleBody(
  traits: Traits,
  { triangles, finest, isExpressive }: { triangles: number; finest: number; isExpressive: boolean },
): FigureParts {
  const frame = createBodyFrame(traits.figure, {
    square: traits.being === 'robot' ? 3.6 : 2,
    hasProfile: traits.creature === null && traits.being !== 'robot' && traits.being !== 'ghost',
  })
  for (let fine = finest; ; ) {
    const detail = roundedTo(fine)
    const parts = partsOf({ traits, frame, detail, isExpressive: false })
    const count = countTriangles(parts)
    if (count <= triangles) {
      // Morph targets cost time: they are made once the number of segments is known.
      const moving = isExpressive ? partsOf({ traits, frame, detail, isExpressive }) : parts
      return { frame, parts: moving, still: parts }
    }
    // The number of triangles grows with the square of the detail.
    fine *= Math.min(0.98, Math.sqrt(triangles / count))
  }
}

const roundedTo = (fine: number) => (segments: number) => Math.max(3, Math.round(segments * fine))

const countTriangles = (parts: readonly BodyPart[]): number =>
  parts.reduce((sum, { shape }) => sum + triangleCount(shape), 0)

const partsOf = (plan: BodyPlan): BodyPart[] => [
  ...headParts(plan),
  ...(hidesFace(plan)
    ? []
    : [...eyeParts(plan), ...creatureHeadParts(plan), ...hairParts(plan), ...beardParts(plan)]),
  ...(hidesFace(plan) || plan.traits.being === 'bird' ? [] : mouthParts(plan)),
  ...(isSheet(plan) ? ghostParts(plan) : clothedBodyParts(plan)),
  ...hatParts(plan),
  ...(hidesFace(plan) ? [] : [...eyewearParts(plan), ...ornamentParts(plan)]),
  ...neckwearParts(plan),
  ...cloakParts(plan),
  ...carriedParts(plan),
  ...heldParts(plan),
  ...toolParts(plan),
  ...creatureBodyParts(plan),
  ...featureParts(plan),
]

const hidesFace = ({ traits }: BodyPlan): boolean => traits.hat?.kind === 'helm'

const clothedBodyParts = (plan: BodyPlan): BodyPart[] => [
  ...torsoParts(plan),
  ...armParts(plan),
  ...legParts(plan),
  ...skirtParts(plan),
  ...footParts(plan),
  ...beltParts(plan),
  ...spaceSuitParts(plan),
  ...pauldronParts(plan),
]

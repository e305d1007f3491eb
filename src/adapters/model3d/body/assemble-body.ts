import { beltParts } from '../clothing/belts.js'
import { carriedParts } from '../clothing/carried-items.js'
import { cloakParts } from '../clothing/cloak.js'
import { eyewearParts } from '../clothing/eyewear.js'
import { hatParts } from '../clothing/hats.js'
import { neckwearParts } from '../clothing/neckwear.js'
import { ornamentParts } from '../clothing/ornaments.js'
import { skirtParts } from '../clothing/skirt.js'
import type { Traits } from '../description/traits.js'
import { triangleCount } from '../geometry/shape.js'
import { type BodyFrame, createBodyFrame } from '../skeleton/body-frame.js'
import { armParts } from './arms.js'
import type { BodyPart, BodyPlan } from './body-part.js'
import { creatureParts } from './creature-features.js'
import { footParts } from './feet.js'
import { hairParts } from './hair.js'
import { beardParts, headParts } from './head.js'
import { legParts } from './legs.js'
import { torsoParts } from './torso.js'

export type FigureParts = { readonly frame: BodyFrame; readonly parts: readonly BodyPart[] }

/** All parts of a character in the rest pose, with at most so many triangles. */
export function assembleBody(
  traits: Traits,
  { triangles, finest }: { triangles: number; finest: number },
): FigureParts {
  const frame = createBodyFrame(traits.figure, traits.being === 'robot' ? 3.6 : 2)
  for (let fine = finest; ; ) {
    const detail = roundedTo(fine)
    const parts = partsOf({ traits, frame, detail })
    const count = countTriangles(parts)
    if (count <= triangles) return { frame, parts }
    // The number of triangles grows with the square of the detail.
    fine *= Math.min(0.98, Math.sqrt(triangles / count))
  }
}

const roundedTo = (fine: number) => (segments: number) => Math.max(3, Math.round(segments * fine))

const countTriangles = (parts: readonly BodyPart[]): number =>
  parts.reduce((sum, { shape }) => sum + triangleCount(shape), 0)

const partsOf = (plan: BodyPlan): BodyPart[] => [
  ...headParts(plan),
  ...hairParts(plan),
  ...beardParts(plan),
  ...torsoParts(plan),
  ...armParts(plan),
  ...legParts(plan),
  ...skirtParts(plan),
  ...footParts(plan),
  ...hatParts(plan),
  ...eyewearParts(plan),
  ...neckwearParts(plan),
  ...beltParts(plan),
  ...cloakParts(plan),
  ...carriedParts(plan),
  ...creatureParts(plan),
  ...ornamentParts(plan),
]

import type { HairStyle } from '../description/traits.js'
import { COVERING_HATS } from '../description/traits.js'
import { mergeShapes } from '../geometry/shape.js'
import type { BodyPart, BodyPlan } from './body-part.js'
import { type Cut, hairCap } from './hair-cap.js'
import { hairPieces } from './hair-pieces.js'

const PLAIN: Cut = {
  volume: 0.13,
  front: 0.9,
  side: 1.62,
  back: 2.32,
  hang: 0,
  flare: 0,
  clumps: 13,
  curl: 0,
  isSwept: false,
}

const CUTS: Readonly<Record<Exclude<HairStyle, 'bald'>, Partial<Cut>>> = {
  short: { volume: 0.15 },
  cropped: { volume: 0.05, clumps: 0, side: 1.5, back: 2.2 },
  bob: { volume: 0.16, hang: 0.05, flare: 0.06, front: 1.08 },
  long: { volume: 0.15, hang: 0.34, flare: -0.12, front: 0.95 },
  curly: { volume: 0.24, curl: 0.3, clumps: 9, side: 1.8, back: 2.4 },
  afro: { volume: 0.55, curl: 0.1, clumps: 0, side: 1.75, back: 2.35, front: 0.88 },
  spiky: { volume: 0.13, front: 0.94 },
  mohawk: { volume: 0.018, clumps: 0 },
  ponytail: { volume: 0.1, back: 2.45, side: 1.5 },
  bun: { volume: 0.1, back: 2.45, side: 1.5 },
  braids: { volume: 0.12, back: 2.25, side: 1.66 },
  pigtails: { volume: 0.12, back: 2.25, side: 1.66, front: 1.06 },
  fringed: { volume: 0.16, front: 1.2, hang: 0.13, flare: -0.06 },
}

const isCovered = ({ traits }: BodyPlan): boolean => traits.hat !== null && COVERING_HATS.has(traits.hat.kind)

const cutOf = (plan: BodyPlan): Cut | null => {
  const { style, isSwept, isWavy } = plan.traits.hair
  if (style === 'bald' || plan.traits.hat?.kind === 'turban') return null
  const cut: Cut = { ...PLAIN, isSwept, ...CUTS[style], ...(isWavy && style !== 'afro' && { curl: 0.22 }) }
  if (plan.traits.hat?.kind === 'dome') return { ...cut, volume: 0.06, curl: 0, hang: 0, isSwept: false }
  return isCovered(plan) ? { ...cut, volume: Math.min(cut.volume, 0.07), curl: 0, isSwept: false } : cut
}

/** Distance of the hair from the head, as a fraction of half the head's width. */
export const hairVolume = (plan: BodyPlan): number => cutOf(plan)?.volume ?? 0

export function hairParts(plan: BodyPlan): BodyPart[] {
  const cut = cutOf(plan)
  if (cut === null) return []
  const shape = mergeShapes([hairCap(plan, cut), ...hairPieces(plan)])
  return [
    {
      name: 'Hair',
      material: 'Hair',
      region: 'hair',
      bones: cut.hang > 0.1 ? ['Head', 'Neck', 'Chest'] : ['Head'],
      shape,
    },
  ]
}

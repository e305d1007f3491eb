import { Box3, Vector3 } from 'three'

/** What of a figure the camera shows; `room`: all of it where there is height for it, else head and chest. */
export type View = 'whole' | 'face' | 'mouth' | 'feet' | 'room'

/** A view as it is drawn; of a room what there is room for. */
export type Part = Exclude<View, 'room'> | 'upper'

/** Shares of an upright figure, from its top. */
const UPPER_BODY = 0.62
const FACE = 0.4
/** Of the head, for the shoulders below it. */
const WITH_SHOULDERS = 1.3
/** Where the middle of a face is, in shares of head and shoulders. */
const FACE_HEIGHT = 0.56
/** In widths of the lips: from the nose to the chin, and wide enough for them to be seen from a side. */
const MOUTH = [1.8, 1.5, 1] as const
/** Share of an upright figure, from the ground. */
const FEET = 0.2
/** How high above the ground zooming goes, in shares of what is shown of the feet. */
const SOLES = 0.15
/** From the right and a little from above; a face straight from the front, as faces are compared. */
const ASIDE = 0.3
const DIRECTIONS: Readonly<Record<Part, Vector3>> = {
  whole: new Vector3(ASIDE, 0.1, 1),
  upper: new Vector3(ASIDE, 0.1, 1),
  face: new Vector3(0, 0.06, 1),
  mouth: new Vector3(0, 0.06, 1),
  feet: new Vector3(ASIDE, 0.4, 1),
}
/** The angle around the figure from which all but a face is shown first, in radians. */
export const THREE_QUARTER: number = Math.atan2(ASIDE, 1)

/** From where a part is seen, at the angle of its view or another around the figure. */
export function seenFrom(view: Part, around?: number): Vector3 {
  const { x, y, z } = DIRECTIONS[view]
  const level = Math.hypot(x, z)
  if (around === undefined) return new Vector3(x, y, z)
  return new Vector3(level * Math.sin(around), y, level * Math.cos(around))
}

/** Of the feet the soles, of a face its middle, which is above that of head and shoulders; else the middle. */
export function focusOf(part: Box3, view: Part): Vector3 {
  const { y: height } = part.getSize(new Vector3())
  const middle = part.getCenter(new Vector3())
  if (view === 'feet') return middle.setY(part.min.y + SOLES * height)
  return view === 'face' ? middle.setY(part.min.y + FACE_HEIGHT * height) : middle
}

export function isUpright(box: Box3): boolean {
  const size = box.getSize(new Vector3())
  return size.y > 1.3 * Math.max(size.x, size.z)
}

/** A figure, the height at which its head begins, and its lips, where these are known. */
export type Outline = { readonly box: Box3; readonly neck: number | null; readonly mouth: Box3 | null }

/** The part of an upright figure's box, or all of any other. */
export function partOf({ box, neck, mouth }: Outline, part: Part): Box3 {
  if (part === 'mouth') return mouth === null ? box : aroundLips(mouth)
  if (part === 'whole' || !isUpright(box)) return box
  const size = box.getSize(new Vector3())
  const face = neck === null ? FACE : (WITH_SHOULDERS * (box.max.y - neck)) / size.y
  const height = { face: Math.min(face, 1), feet: FEET, upper: UPPER_BODY }[part] * size.y
  const middle = part === 'feet' ? box.min.y + height / 2 : box.max.y - height / 2
  // Arms and wings may reach out of the picture, and a tail behind counts for nothing.
  return new Box3().setFromCenterAndSize(
    box.getCenter(new Vector3()).setY(middle),
    new Vector3(Math.min(size.x, height), height, size.z),
  )
}

function aroundLips(mouth: Box3): Box3 {
  const { x: width } = mouth.getSize(new Vector3())
  return new Box3().setFromCenterAndSize(
    mouth.getCenter(new Vector3()),
    new Vector3(...MOUTH).multiplyScalar(width),
  )
}

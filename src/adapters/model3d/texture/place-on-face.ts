import { faceShare } from '../body/head-surface.js'

/** Texels across for one texel down: the face is wider in the atlas than on the head. */
const STRETCH = 1.28

/** Puts a drawing, made about 0, 0 in even texels, at an angle from the nose and a fall from the top; side -1 mirrors it. */
export type PlaceOnFace = (
  [angle, fall]: readonly [angle: number, fall: number],
  drawing: string,
  side?: 1 | -1,
) => string

export const createFacePlacer =
  (width: number, height: number): PlaceOnFace =>
  ([angle, fall], drawing, side = 1) => {
    const [x, y] = [faceShare(angle) * width, (fall / Math.PI) * height]
    return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${side * STRETCH} 1)">${drawing}</g>`
  }

import type { BuiltModel, ModelDescription } from '../../domain/generation/model-builder.js'
import { assembleBody, type FigureParts } from './body/assemble-body.js'
import { readDescription } from './description/read-traits.js'
import { type TexturedPart, withAtlasUvs, writeGlb } from './gltf/glb.js'
import { animationClips, idlePose, placeOnGround } from './skeleton/animation-clips.js'
import { jointTransforms, posedShape } from './skeleton/pose.js'
import { skinWeightsOf } from './skeleton/skin-weights.js'
import { atlasPng, paintAtlas } from './texture/atlas.js'
import { drawThumbnail } from './thumbnail/draw-thumbnail.js'

/** Maximum numbers of triangles of the model and of the preview. */
const TRIANGLES = 14_800
const PREVIEW_TRIANGLES = 1_950
const PREVIEW_ATLAS = 512

/** Builds a character from its description and the colours of its avatar. */
export async function buildBodyFiles({ appearance, palette, rigged }: ModelDescription): Promise<BuiltModel> {
  const { traits, ...named } = readDescription(appearance, palette)
  const atlas = await paintAtlas(traits)
  const assembled = assembleBody(traits, { triangles: TRIANGLES, finest: 1, isExpressive: rigged })
  const whole = partsOf(assembled)
  const rough = partsOf(
    assembleBody(traits, { triangles: PREVIEW_TRIANGLES, finest: 0.42, isExpressive: false }),
  )
  const clips = rigged ? animationClips(whole.frame, traits.wears.staff === undefined ? 'Right' : 'Left') : []
  const rig = rigged ? { frame: whole.frame, clips } : null
  const [png, smallPng] = await Promise.all([atlasPng(atlas), atlasPng(atlas, PREVIEW_ATLAS)])
  const posed = whole.posed
  // A face that moves is neutral, with its mouth closed; its picture shows a grin all the same.
  const isGrinning = rigged && traits.face.mouth === 'grin'
  const shown = isGrinning ? partsOf({ ...assembled, parts: assembled.still }).posed : posed
  const [preview, model, thumbnail] = await Promise.all([
    writeGlb({ name: 'Preview', parts: rough.posed, png: smallPng, rig: null, named }),
    writeGlb({ name: 'Character', parts: rigged ? whole.laid : posed, png, rig, named }),
    drawThumbnail({ shapes: shown.map(({ shape }) => shape), atlas, tint: traits.top.colour }),
  ])
  return { preview, model, thumbnail, animations: clips.map(({ name }) => name) }
}

/** All parts with atlas UVs and skin weights, in the rest pose and in the idle pose. */
function partsOf({ frame, parts }: FigureParts) {
  const laid = parts.map((part) => withAtlasUvs(part, skinWeightsOf(part.shape, frame, part.bones)))
  const placed = jointTransforms(frame, placeOnGround(frame, idlePose(0)))
  const posed = laid.map(
    (part): TexturedPart => ({ ...part, shape: posedShape(part.shape, part.weights, { frame, placed }) }),
  )
  return { frame, laid, posed }
}

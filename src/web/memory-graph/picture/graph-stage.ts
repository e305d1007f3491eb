import { UndirectedGraph } from 'graphology'
import Sigma from 'sigma'
import { NodePointProgram } from 'sigma/rendering'
import { colourOfNode, followTheme, type Palette, radiusOfNode, readPalette } from './appearance.js'
import { PICTURE_MARGIN } from './arrange-circles.js'
import type { NamedRectangle } from './draw-group-names.js'
import { drawGroups } from './draw-groups.js'
import { drawTexts } from './draw-texts.js'
import type { Group, LaidOutNode } from './graph-layout.js'
import type { GraphModel } from './graph-model.js'
import { createSightKeeper } from './keep-in-sight.js'
import { createLayers } from './layers.js'
import type { Line } from './lines.js'
import { boxOf, cameraFor, type Frame, frameOf, viewportOf } from './viewport.js'

const MARGIN = 26
/** In pixels: nearer than this the dots are not brought, unless all of it is as near. */
const FARTHEST_APART = 240

/** What of the graph is shown how; who changes it asks the stage to `refresh`. */
export type ViewState = {
  chosen: string | null
  openGroup: string | null
  pointedAt: string | null
  lines: readonly Line[]
  /** What a search has left, if there is one. */
  found: ReadonlySet<string> | null
  /** What the timeline has left; null is all. */
  shown: ReadonlySet<string> | null
  /** What is of the kinds that are chosen in the legend, if one is. */
  ofKinds: ReadonlySet<string> | null
}

export type GraphStage = {
  readonly sigma: Sigma
  /** Hears the pointer. */
  readonly surface: HTMLElement
  /** Draws circles, lines and texts anew. */
  draw(): void
  /** Draws everything anew, from the state. */
  refresh(): void
  /** Fits the layers to a resized window; the graph too, if the camera is to follow. */
  fitToWindow(isFollowing: boolean): void
  /** The state of the camera that shows these circles, with so many pixels around them. */
  cameraOn(circles: Parameters<typeof boxOf>[0], margin?: number): ReturnType<typeof cameraFor>
  /** The state of the camera that shows all of it. */
  wholeCamera(): ReturnType<typeof cameraFor>
  /** The ratio of the camera at which neighbours are so many pixels apart. */
  ratioAt(pixels: number): number
  /** The id of the group or memory whose label is drawn there. */
  nameAt(point: { readonly x: number; readonly y: number }): string | null
}

/** Nodes grow more slowly than the distances between them, and do not vanish far away. */
const growth = (ratio: number): number => Math.max(0.35, ratio ** 0.6)

/** Draws the nodes with WebGL, and circles, lines and texts on canvases under and over them. */
export function createGraphStage(container: HTMLElement, model: GraphModel, state: ViewState): GraphStage {
  const { groups, nodes } = model.layout
  const byStrength = [...nodes.values()].sort((a, b) => b.strength - a.strength)
  const graph = new UndirectedGraph()
  for (const { node, x, y } of [...byStrength].reverse()) graph.addNode(node.id, { x, y })
  let palette = readPalette()
  /** Pixels between neighbours, for which the sizes of nodes are meant. */
  let pitch = 0
  const isLit = createLight(state)
  const appearanceOf = (one: LaidOutNode) => {
    const isFaded = !isLit(one)
    return {
      ...{ x: one.x, y: one.y, size: radiusOfNode(one, pitch) },
      color: isFaded ? palette.faded : colourOfNode(one, model.ageOf(one.node.id), palette),
      zIndex: isFaded ? 0 : 1,
    }
  }
  const layers = createLayers(container)
  const sigma = new Sigma(graph, layers.middle, {
    ...SETTINGS,
    nodeReducer: (id) => {
      const one = nodes.get(id)
      return one === undefined ? { hidden: true } : appearanceOf(one)
    },
  })
  sigma.setCustomBBox(boxOf(groups))

  const paint = createPainter({ layers, sigma, model, state, byStrength, isLit })
  let labels: readonly NamedRectangle[] = []
  const draw = () => {
    labels = paint(palette, pitch)
  }
  sigma.on('afterRender', draw)
  followTheme(() => {
    palette = readPalette()
    sigma.refresh()
  })
  let frame = frameOf(sigma)
  const { cameraOn, wholeCamera, ratioAt } = createAim(() => frame, model.layout.box)
  const fitToWindow = (isFollowing: boolean) => {
    layers.resize()
    sigma.resize(true)
    // What the units of the layout are in pixels is known again when it has drawn.
    sigma.refresh()
    frame = frameOf(sigma)
    // However it is moved, some of it stays in the window.
    const tolerance = toleranceOf(frame)
    const whole = wholeCamera()
    sigma.setSetting('cameraPanBoundaries', { tolerance, boundaries: boxOf(groups) })
    sigma.setSetting('minCameraRatio', Math.min(ratioAt(FARTHEST_APART), whole.ratio / 2))
    keepDotsInSight(sigma.getCamera(), byStrength, frame)
    if (isFollowing) sigma.getCamera().setState(whole)
    const { unit } = viewportOf(sigma)
    pitch = ((unit * sigma.getCamera().ratio) / whole.ratio) * growth(whole.ratio)
    sigma.refresh()
  }
  const refresh = () => void sigma.refresh({ skipIndexation: true })
  return {
    ...{ sigma, surface: layers.middle, draw, refresh, fitToWindow },
    ...{ cameraOn, wholeCamera, ratioAt, nameAt: (point) => labelAt(labels, point) },
  }
}

/** Between the circles, and near by between the dots, there would be nothing, and no sign which way to go. */
function keepDotsInSight(
  camera: ReturnType<Sigma['getCamera']>,
  dots: readonly LaidOutNode[],
  frame: Frame,
): void {
  const [{ clean }, keep] = [camera, createSightKeeper(dots, frame)]
  camera.clean = (state) => keep(clean?.(state) ?? state)
}

/** How far beyond its edge the picture is moved, in pixels: a circle there comes to the middle all the same. */
function toleranceOf({ width, height }: Frame): number {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  return Math.max(shorter / 4, (longer - shorter) / 2 + MARGIN)
}

type Painted = {
  readonly layers: ReturnType<typeof createLayers>
  readonly sigma: Sigma
  readonly model: GraphModel
  readonly state: ViewState
  readonly byStrength: readonly LaidOutNode[]
  isLit(node: LaidOutNode): boolean
}

/** Draws circles, lines and texts; returns where the labels are that can be clicked. */
function createPainter({ layers, sigma, model, state, byStrength, isLit }: Painted) {
  const { groups } = model.layout
  const countIn = createCounter(byStrength, state)
  return (palette: Palette, pitch: number): NamedRectangle[] => {
    const viewport = viewportOf(sigma)
    const lines = state.lines.filter(({ from, to }) => isLeft(from, state) && isLeft(to, state))
    const base = { viewport, palette, groups, ...state, lines }
    const isVisible = (one: LaidOutNode) => {
      const { x, y } = viewport.toScreen(one)
      return x > -80 && y > -80 && x < viewport.width + 80 && y < viewport.height + 40
    }
    drawGroups(layers.below, base)
    return drawTexts(layers.above, {
      ...{ ...base, countIn },
      visible: byStrength.filter(isVisible),
      isLit,
      ...namedNodes(state),
      ...{ longTerm: model.longTerm, fadingSoon: model.fadingSoon },
      nameOf: ({ node }) => model.nameOf(node),
      radiusOf: (one) => sigma.scaleSize(radiusOfNode(one, pitch)),
    })
  }
}

/** Whether time and kinds leave it; the player stands in the middle of whatever is left. */
const isLeft = ({ node: { id }, group }: LaidOutNode, { shown, ofKinds }: ViewState): boolean =>
  group === null || ((shown?.has(id) ?? true) && (ofKinds?.has(id) ?? true))

/** Tells what is not faded: what all filters leave, and of that, while one is chosen, that with what is joined to it. */
function createLight(state: ViewState): (node: LaidOutNode) => boolean {
  let lines: readonly Line[] | null = null
  let joined = new Set<LaidOutNode>()
  return (one) => {
    if (lines !== state.lines) {
      lines = state.lines
      joined = new Set(lines.flatMap(({ from, to }) => [from, to]))
    }
    const { chosen, found } = state
    if (one.group === null) return true
    if (!isLeft(one, state)) return false
    const isPartOfChoice = chosen !== null && (joined.has(one) || one.node.id === chosen)
    if (found !== null) return found.has(one.node.id) || isPartOfChoice
    return chosen === null || lines.length === 0 || isPartOfChoice
  }
}

/** The states of the camera that show so much. */
function createAim(frame: () => Frame, whole: GraphModel['layout']['box']) {
  const cameraOn = (circles: Parameters<typeof boxOf>[0], margin = MARGIN) =>
    cameraFor(frame(), boxOf(circles), margin)
  return {
    cameraOn,
    wholeCamera: () => cameraFor(frame(), whole, PICTURE_MARGIN),
    ratioAt: (pixels: number) => frame().unitAtOne / pixels,
  }
}

type Point = Parameters<GraphStage['nameAt']>[0]

const labelAt = (labels: readonly NamedRectangle[], { x, y }: Point): string | null =>
  labels.find((one) => x >= one.x && y >= one.y && x <= one.x + one.width && y <= one.y + one.height)?.id ??
  null

/** Counts what timeline, search and legend have left of a group, once for each of their states. */
function createCounter(nodes: readonly LaidOutNode[], state: ViewState): (group: Group) => number {
  const filters = () => [state.shown, state.found, state.ofKinds] as const
  let counted: ReturnType<typeof filters> | null = null
  let counts = new Map<string, number>()
  return ({ id, count }) => {
    const now = filters()
    if (now.every((one) => one === null)) return count
    if (counted === null || now.some((one, at) => one !== counted?.[at])) {
      counted = now
      counts = new Map()
      for (const { node, group } of nodes) {
        if (group !== null && now.every((one) => one?.has(node.id) ?? true))
          counts.set(group, (counts.get(group) ?? 0) + 1)
      }
    }
    return counts.get(id) ?? 0
  }
}

const SETTINGS = {
  renderLabels: false,
  // What is drawn over it assumes that the picture stands upright.
  enableCameraRotation: false,
  defaultDrawNodeHover: () => {},
  zIndex: true,
  maxCameraRatio: 3,
  zoomToSizeRatioFunction: growth,
  stagePadding: 0,
  // Points compile and draw in a fraction of the time of the default, which counts without a graphics card.
  nodeProgramClasses: { circle: NodePointProgram },
  nodeHoverProgramClasses: { circle: NodePointProgram },
  edgeProgramClasses: {},
}

/** What is named in any case, which is chosen or pointed at, and what lines join to it while these are few. */
function namedNodes({ chosen, pointedAt, lines }: ViewState) {
  const named = new Set([chosen, pointedAt].filter((id) => id !== null))
  const ends = chosen !== null && lines.length <= 12 ? lines.flatMap(({ from, to }) => [from, to]) : []
  return { named, joined: new Set(ends.flatMap(({ node: { id } }) => (named.has(id) ? [] : [id]))) }
}

import type { Group, LaidOutNode } from './graph-layout.js'
import type { GraphModel } from './graph-model.js'
import { createGraphStage, type GraphStage, type ViewState } from './graph-stage.js'
import { bindTouch } from './touch.js'
import { viewportOf } from './viewport.js'

const STEP = 1.4
const MOVE_MS = 350
/** Pixels between neighbours at which texts have room: no nearer comes what is chosen or found. */
const READING_PITCH = 96
/** Around what is chosen or found, in pixels: the texts of the outermost need it. */
const TEXT_MARGIN = 90

/** Around a topic, in pixels: its name stands on top. */
const NAME_MARGIN = 44
const MOST_LINES_OF_GROUP = 12

type Settings = {
  readonly container: HTMLElement
  /** Pressed, it lets one finger move the picture. */
  readonly oneFinger: HTMLElement
  readonly model: GraphModel
  choose(id: string | null): void
}
export type GraphView = {
  /**
   * Highlights a node with its lines, opens a topic, and moves it into view with what it is joined to; null closes, removes
   * the highlight and moves back. What is under a finger stays where it is (`isTouched`).
   */
  mark(id: string | null, isTouched?: boolean): void
  /** Fades all other nodes, and moves the picture if one of these is outside it; null fades none, and undoes such a move. */
  fadeOthers(ids: readonly string[] | null): void
  /** Fades all other nodes, where the picture is; null fades none. */
  highlight(ids: ReadonlySet<string> | null): void
  /** Shows only these nodes; null shows all. */
  showOnly(ids: ReadonlySet<string> | null): void
  /** On what is chosen, or else on the middle. */
  zoom(direction: 1 | -1): void
  /** Moves what is seen by a fifth of the window, to the right and down. */
  pan(x: -1 | 0 | 1, y: -1 | 0 | 1): void
  fitAll(): void
  /** The node nearest to what is chosen, or else to the middle, in this direction (right, down); null if there is none. */
  nextNode(x: -1 | 0 | 1, y: -1 | 0 | 1): string | null
}

/** Whether this browser can draw the graph. */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

export function createGraphView({ container, oneFinger, model, choose }: Settings): GraphView {
  const { groups, nodes } = model.layout
  const state: ViewState = {
    ...{ chosen: null, openGroup: null, pointedAt: null },
    ...{ lines: [], found: null, shown: null, ofKinds: null },
  }
  const stage = createGraphStage(container, model, state)
  const camera = createCamera(container, oneFinger, stage)
  followPointer({ container, stage, state, groups, choose })
  const { showNode, showFound, goBack } = createFraming({ stage, camera, state, nodes: [...nodes.values()] })
  return {
    mark: (id, isTouched = false) => {
      const group = groups.find((one) => one.id === id)
      const node = nodes.get(id ?? '')
      const hadMark = state.chosen !== null || state.openGroup !== null
      state.chosen = node?.node.id ?? null
      // A finger points at nothing once it is lifted.
      if (isTouched) state.pointedAt = null
      state.openGroup = group?.id ?? node?.group ?? null
      const lines = id === null ? [] : model.lineFinder(id)
      // Those of a whole topic would be a bundle that shows nothing.
      state.lines = node === undefined && lines.length > MOST_LINES_OF_GROUP ? [] : lines
      if (group !== undefined) camera.moveTo(stage.cameraOn([group], NAME_MARGIN))
      if (node !== undefined && !isTouched) showNode(node)
      if (node === undefined && group === undefined && hadMark) goBack()
      stage.refresh()
    },
    fadeOthers: (ids) => {
      state.found = ids === null ? null : new Set(ids)
      showFound()
      stage.refresh()
    },
    highlight: (ids) => {
      state.ofKinds = ids
      stage.refresh()
    },
    showOnly: (ids) => {
      state.shown = ids
      stage.refresh()
    },
    zoom: (direction) => {
      const open = groups.find(({ id }) => id === state.openGroup)
      camera.zoom(direction, nodes.get(state.chosen ?? '') ?? open ?? null)
    },
    pan: camera.pan,
    fitAll: () => camera.fitAll(stage.wholeCamera()),
    nextNode: createNextNode({ stage, state, nodes }),
  }
}

type Walked = {
  readonly stage: GraphStage
  readonly state: ViewState
  readonly nodes: ReadonlyMap<string, LaidOutNode>
}

/** Finds the nearest node within 45 degrees of a direction; what lies aside counts as farther away. */
function createNextNode({ stage, state, nodes }: Walked): GraphView['nextNode'] {
  const isReachable = ({ node, group }: LaidOutNode) =>
    node.id !== state.chosen &&
    group !== null &&
    (state.shown?.has(node.id) ?? true) &&
    (state.found?.has(node.id) ?? true)
  return (x, y) => {
    const { width, height } = viewportOf(stage.sigma)
    const chosen = nodes.get(state.chosen ?? '')
    const start = chosen ?? stage.sigma.viewportToGraph({ x: width / 2, y: height / 2 })
    let next: { readonly id: string; readonly distance: number } | null = null
    for (const one of nodes.values()) {
      if (!isReachable(one)) continue
      const [right, down] = [one.x - start.x, start.y - one.y]
      const along = right * x + down * y
      const aside = Math.abs(right * y) + Math.abs(down * x)
      const distance = along + 2 * aside
      if (along > 1e-9 && aside <= along && distance < (next?.distance ?? Number.POSITIVE_INFINITY)) {
        next = { id: one.node.id, distance }
      }
    }
    return next?.id ?? null
  }
}

type Stage = ReturnType<typeof createGraphStage>
type CameraState = ReturnType<Stage['cameraOn']>

type Framed = {
  readonly stage: Stage
  readonly camera: ReturnType<typeof createCamera>
  readonly state: ViewState
  readonly nodes: readonly LaidOutNode[]
}

/** Moves the camera to what is chosen, and back to what was found or to all of it. */
function createFraming({ stage, camera, state, nodes }: Framed) {
  const cameraOnNodes = (some: readonly LaidOutNode[]) => {
    const { width, height } = viewportOf(stage.sigma)
    const margin = Math.min(TEXT_MARGIN, width / 5, height / 5)
    const radius = Math.min(1, (Math.min(width, height) / 2 - margin) / READING_PITCH)
    const target = stage.cameraOn(
      some.map(({ x, y }) => ({ x, y, radius })),
      margin,
    )
    return { ...target, ratio: Math.max(target.ratio, stage.ratioAt(READING_PITCH)) }
  }
  const areInView = (some: readonly LaidOutNode[], edge: number, lowerEdge = edge) => {
    const { toScreen, width, height } = viewportOf(stage.sigma)
    return some.map(toScreen).every(({ x, y }) => {
      return x > edge && y > edge && x < width - edge && y < height - lowerEdge
    })
  }
  const showNode = (one: LaidOutNode) => {
    const joined = [one, ...state.lines.flatMap(({ from, to }) => [from, to])]
    const target = cameraOnNodes(joined)
    // What can be read already stays where it is, under the pointer.
    if (!areInView(joined, 40, 80) || target.ratio < stage.sigma.getCamera().ratio / 2) camera.moveTo(target)
  }
  /** Where the picture was before it was moved to what a search has found. */
  let before: CameraState | null = null
  const showFound = () => {
    const isFound = ({ node, group }: LaidOutNode) =>
      state.found?.has(node.id) === true || state.found?.has(group ?? '') === true
    const hits = nodes.filter(isFound)
    if (state.found === null && before !== null) {
      camera.moveTo(before)
      before = null
    }
    if (hits.length === 0 || areInView(hits, 0)) return
    before ??= stage.sigma.getCamera().getState()
    camera.moveTo(cameraOnNodes(hits))
  }
  /** Where the picture is while nothing is chosen: all of it, with whatever was found. */
  const goBack = () => {
    before = null
    camera.fitAll(stage.wholeCamera())
  }
  return { showNode, showFound, goBack }
}

/** Keeps the whole graph in view while the window changes, until somebody moves it. */
function createCamera(
  container: HTMLElement,
  oneFinger: HTMLElement,
  { sigma, surface, fitToWindow }: Stage,
) {
  const camera = sigma.getCamera()
  let isMoved = false
  const go = (target: CameraState) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) camera.setState(target)
    else void camera.animate(target, { duration: MOVE_MS })
  }
  const moveTo = (target: CameraState) => {
    isMoved = true
    go(target)
  }
  const moves = () => {
    isMoved = true
  }
  surface.addEventListener('wheel', moves, { passive: true })
  surface.addEventListener('mousedown', moves)
  bindTouch({ surface, button: oneFinger, moves })
  // Its shortcuts move the picture while it has the focus.
  container.tabIndex = 0
  fitToWindow(true)
  new ResizeObserver(() => fitToWindow(!isMoved)).observe(container)
  return {
    moveTo,
    pan: (x: number, y: number) => {
      const { width, height } = sigma.getDimensions()
      const middle = { x: width * (0.5 + x / 5), y: height * (0.5 + y / 5) }
      moveTo({ ...camera.getState(), ...sigma.viewportToFramedGraph(middle) })
    },
    /** On a point of the layout, which stays where it is, or comes to the middle if it was out of the window. */
    zoom: (direction: 1 | -1, point: Point | null) => {
      const { x, y, ...state } = camera.getState()
      const ratio = camera.getBoundedRatio(state.ratio / STEP ** direction)
      const seen = point === null ? null : sigma.graphToViewport(point)
      const target = seen === null ? { x, y } : sigma.viewportToFramedGraph(seen)
      const part = seen !== null && isWithin(seen, sigma.getDimensions()) ? ratio / state.ratio : 0
      const near = { x: target.x + (x - target.x) * part, y: target.y + (y - target.y) * part }
      moveTo({ ...state, ...near, ratio })
    },
    fitAll: (whole: CameraState) => {
      isMoved = false
      go(whole)
    },
  }
}

type Point = { readonly x: number; readonly y: number }

const isWithin = ({ x, y }: Point, { width, height }: { readonly width: number; readonly height: number }) =>
  x >= 0 && y >= 0 && x <= width && y <= height

type Pointing = {
  readonly container: HTMLElement
  readonly stage: Stage
  readonly state: ViewState
  readonly groups: readonly Group[]
  choose(id: string | null): void
}

function followPointer({ container, stage, state, groups, choose }: Pointing): void {
  const { sigma } = stage
  const pointAt = (id: string | null) => {
    state.pointedAt = id
    stage.draw()
  }
  const groupAt = (point: Point): string | null => {
    const { x, y } = sigma.viewportToGraph(point)
    return groups.find((group) => Math.hypot(group.x - x, group.y - y) <= group.radius)?.id ?? null
  }
  /** The label of a topic opens it, and closes it again, as in the list. */
  const chooseNamed = (id: string) => choose(state.openGroup === id && state.chosen === null ? null : id)
  const click = (point: Point, otherwise: string | null) => {
    const named = stage.nameAt(point)
    if (named === null) choose(otherwise)
    else chooseNamed(named)
  }
  sigma.on('enterNode', ({ node }) => pointAt(node))
  sigma.on('leaveNode', () => pointAt(null))
  sigma.on('clickNode', ({ node, event }) => click(event, node))
  sigma.on('clickStage', ({ event }) => click(event, groupAt(event)))
  stage.surface.addEventListener('pointermove', ({ clientX, clientY }) => {
    const { left, top } = stage.surface.getBoundingClientRect()
    const point = { x: clientX - left, y: clientY - top }
    const target = state.pointedAt ?? stage.nameAt(point) ?? groupAt(point)
    container.style.cursor = target === null ? '' : 'pointer'
  })
}

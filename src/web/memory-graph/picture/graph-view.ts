import type { Group, LaidOutNode } from './graph-layout.js'
import type { GraphModel } from './graph-model.js'
import { createGraphStage, type ViewState } from './graph-stage.js'
import { viewportOf } from './viewport.js'

const STEP = 1.4
const MOVE_MS = 350
/** Pixels between neighbours at which texts have room: so near comes a node that is chosen. */
const READING_PITCH = 96

const MOST_LINES_OF_GROUP = 40

type Settings = {
  readonly container: HTMLElement
  readonly model: GraphModel
  choose(id: string | null): void
}
export type GraphView = {
  /** Highlights a node with its lines, opens a topic, and moves it into view; null closes and removes the highlight. */
  mark(id: string | null): void
  /** Fades all other nodes; null fades none. */
  fadeOthers(ids: readonly string[] | null): void
  /** Shows only these nodes; null shows all. */
  showOnly(ids: ReadonlySet<string> | null): void
  zoom(direction: 1 | -1): void
  /** Moves what is seen by a fifth of the window, to the right and down. */
  pan(x: -1 | 0 | 1, y: -1 | 0 | 1): void
  fitAll(): void
}

/** Whether this browser can draw the graph. */
export function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

export function createGraphView({ container, model, choose }: Settings): GraphView {
  const { groups, nodes } = model.layout
  const state: ViewState = {
    ...{ chosen: null, openGroup: null, pointedAt: null },
    ...{ lines: [], found: null, shown: null },
  }
  const stage = createGraphStage(container, model, state)
  const camera = createCamera(container, stage)
  followPointer({ container, stage, state, groups, choose })
  const showNode = (one: LaidOutNode) => {
    const { toScreen, unit, width, height } = viewportOf(stage.sigma)
    const { x, y } = toScreen(one)
    const isInView = x > 40 && y > 40 && x < width - 40 && y < height - 80
    if (isInView && unit > READING_PITCH / 2) return
    const radius = Math.min(width, height) / 2 / Math.max(unit, READING_PITCH)
    camera.moveTo(stage.cameraOn([{ x: one.x, y: one.y, radius }]))
  }
  return {
    mark: (id) => {
      const group = groups.find((one) => one.id === id)
      const node = nodes.get(id ?? '')
      state.chosen = node?.node.id ?? null
      state.openGroup = group?.id ?? node?.group ?? null
      const lines = id === null ? [] : model.lineFinder(id)
      // Those of a whole topic would be a bundle that shows nothing.
      state.lines = node === undefined && lines.length > MOST_LINES_OF_GROUP ? [] : lines
      if (group !== undefined) camera.moveTo(stage.cameraOn([group]))
      if (node !== undefined) showNode(node)
      stage.refresh()
    },
    fadeOthers: (ids) => {
      state.found = ids === null ? null : new Set(ids)
      stage.refresh()
    },
    showOnly: (ids) => {
      state.shown = ids
      stage.refresh()
    },
    zoom: camera.zoom,
    pan: camera.pan,
    fitAll: () => camera.fitAll(stage.cameraOn(groups)),
  }
}

type Stage = ReturnType<typeof createGraphStage>
type CameraState = ReturnType<Stage['cameraOn']>

/** Keeps the whole graph in view while the window changes, until somebody moves it. */
function createCamera(container: HTMLElement, { sigma, surface, fitToWindow }: Stage) {
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
  for (const event of ['pointerdown', 'wheel']) {
    surface.addEventListener(
      event,
      () => {
        isMoved = true
      },
      { passive: true },
    )
  }
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
    zoom: (direction: 1 | -1) => moveTo({ ...camera.getState(), ratio: camera.ratio / STEP ** direction }),
    fitAll: (whole: CameraState) => {
      isMoved = false
      go(whole)
    },
  }
}

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
    container.style.cursor = id === null ? '' : 'pointer'
    stage.draw()
  }
  sigma.on('enterNode', ({ node }) => pointAt(node))
  sigma.on('leaveNode', () => pointAt(null))
  sigma.on('clickNode', ({ node }) => choose(node))
  sigma.on('clickStage', ({ event }) => {
    const { x, y } = sigma.viewportToGraph(event)
    choose(groups.find((group) => Math.hypot(group.x - x, group.y - y) <= group.radius)?.id ?? null)
  })
}

import cytoscape from 'cytoscape'
import type { GraphElement } from './graph-elements.js'
import { graphStylesheet } from './graph-style.js'

const PADDING = 30
const STEP = 1.3
const LEAST_SPACING = 1.9
/** So many nodes of one kind fill a circle at the least spacing. */
const NODES_PER_CIRCLE = 36

type Settings = {
  readonly container: HTMLElement
  readonly elements: readonly GraphElement[]
  choose(id: string | null): void
}
type GraphView = {
  /** Shows where a node is; null marks none. */
  mark(id: string | null): void
  /** Fades what is not among these; null fades nothing. */
  fadeOthers(ids: readonly string[] | null): void
  zoom(direction: 1 | -1): void
  whole(): void
}

export function createGraphView({ container, elements, choose }: Settings): GraphView {
  const cy = cytoscape({
    container,
    elements: elements.map(({ data }) => ({ data: { ...data } })),
    style: graphStylesheet(document.documentElement),
    layout: { name: 'preset' },
    minZoom: 0.05,
    maxZoom: 4,
  })
  layOut(cy)
  cy.on('tap', (event) => {
    if (event.target === cy) choose(null)
  })
  cy.on('tap', 'node', (event) => choose(event.target.id()))
  followColourScheme(cy, container)
  return { mark: (id) => mark(cy, id), fadeOthers: (ids) => fadeOthers(cy, ids), ...view(cy) }
}

/** In circles around the player: topics, memories, entities. The same every time, and quick however many there are. */
function layOut(cy: cytoscape.Core): void {
  const crowd = cy.nodes('[type = "memory"]').length / NODES_PER_CIRCLE
  cy.layout({
    name: 'breadthfirst',
    roots: cy.nodes('[type = "user"]').map((node) => node.id()),
    circle: true,
    spacingFactor: Math.max(LEAST_SPACING, LEAST_SPACING * crowd),
    padding: PADDING,
  }).run()
}

/** Light or dark as the page is, and whole in a window of another size until somebody has moved it. */
function followColourScheme(cy: cytoscape.Core, container: HTMLElement): void {
  let isMoved = false
  cy.on('scrollzoom pinchzoom dragpan', () => {
    isMoved = true
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    cy.style(graphStylesheet(document.documentElement)),
  )
  new ResizeObserver(() => {
    cy.resize()
    if (!isMoved) cy.fit(undefined, PADDING)
  }).observe(container)
}

function mark(cy: cytoscape.Core, id: string | null): void {
  cy.nodes().removeClass('chosen')
  if (id === null) return
  const node = cy.getElementById(id).addClass('chosen')
  const { x1, x2, y1, y2 } = cy.extent()
  const { x, y } = node.position()
  if (x < x1 || x > x2 || y < y1 || y > y2) cy.center(node)
}

function fadeOthers(cy: cytoscape.Core, ids: readonly string[] | null): void {
  cy.elements().removeClass('dim')
  if (ids === null) return
  const kept = new Set(ids)
  cy.nodes()
    .filter((node) => !kept.has(node.id()))
    .addClass('dim')
  cy.edges().addClass('dim')
}

const view = (cy: cytoscape.Core) => ({
  zoom: (direction: 1 | -1) =>
    void cy.zoom({
      level: cy.zoom() * STEP ** direction,
      renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 },
    }),
  whole: () => void cy.fit(undefined, PADDING),
})

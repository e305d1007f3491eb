import type { StylesheetJson } from 'cytoscape'
import cytoscape from 'cytoscape'
import { colourOf } from '../design/colour-of.js'
import type { GraphElement } from './graph-elements.js'

const PADDING = 30
const STEP = 1.3
const LEAST_SPACING = 1.9
/** Nodes of one kind that fill a circle at the least spacing. */
const NODES_PER_CIRCLE = 36

type Settings = {
  readonly container: HTMLElement
  readonly elements: readonly GraphElement[]
  choose(id: string | null): void
}
export type GraphView = {
  /** Highlights a node and scrolls it into view; null removes the highlight. */
  mark(id: string | null): void
  /** Fades all other nodes; null fades none. */
  fadeOthers(ids: readonly string[] | null): void
  zoom(direction: 1 | -1): void
  fitAll(): void
}

export function createGraphView({ container, elements, choose }: Settings): GraphView {
  const cy = cytoscape({
    container,
    elements: elements.map(({ data }) => ({ data: { ...data } })),
    style: graphStylesheet(),
    layout: { name: 'preset' },
    minZoom: 0.05,
    maxZoom: 4,
  })
  layOut(cy)
  cy.on('tap', (event) => {
    if (event.target === cy) choose(null)
  })
  cy.on('tap', 'node', (event) => choose(event.target.id()))
  followPage(cy, container)
  return { mark: (id) => mark(cy, id), fadeOthers: (ids) => fadeOthers(cy, ids), ...view(cy) }
}

/** Circles around the player: topics, memories, entities. Deterministic, and fast for large graphs. */
function layOut(cy: cytoscape.Core): void {
  const crowding = cy.nodes('[type = "memory"]').length / NODES_PER_CIRCLE
  cy.layout({
    name: 'breadthfirst',
    roots: cy.nodes('[type = "user"]').map((node) => node.id()),
    circle: true,
    spacingFactor: Math.max(LEAST_SPACING, LEAST_SPACING * crowding),
    padding: PADDING,
  }).run()
}

/** Follows the colour scheme of the page, and fits the graph to a resized window unless the user has moved it. */
function followPage(cy: cytoscape.Core, container: HTMLElement): void {
  let isMoved = false
  cy.on('scrollzoom pinchzoom dragpan', () => {
    isMoved = true
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => cy.style(graphStylesheet()))
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
  const unfaded = new Set(ids)
  cy.nodes()
    .filter((node) => !unfaded.has(node.id()))
    .addClass('dim')
  cy.edges().addClass('dim')
}

const view = (cy: cytoscape.Core) => ({
  zoom: (direction: 1 | -1) =>
    void cy.zoom({
      level: cy.zoom() * STEP ** direction,
      renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 },
    }),
  fitAll: () => void cy.fit(undefined, PADDING),
})

/** The style of the graph, in the current colours of the page. */
const graphStylesheet = (): StylesheetJson => [...nodes(), ...edges(), ...states()]

function nodes(): StylesheetJson {
  const node = (
    type: string,
    size: number,
    shape: 'ellipse' | 'round-rectangle' | 'diamond' | 'hexagon',
  ) => ({
    selector: `node[type = "${type}"]`,
    style: { 'background-color': colourOf(type), width: size, height: size, shape },
  })
  return [
    {
      selector: 'node',
      style: {
        label: 'data(short)',
        color: colourOf('ink'),
        'font-size': 11,
        'text-wrap': 'wrap',
        'text-max-width': '120px',
        'text-valign': 'bottom',
        'text-margin-y': 4,
        'text-background-color': colourOf('ground'),
        'text-background-opacity': 0.75,
        'text-background-padding': '2px',
        // Zoomed out, the texts of memories would overlap.
        'min-zoomed-font-size': 12,
      },
    },
    node('user', 46, 'hexagon'),
    node('cluster', 36, 'round-rectangle'),
    node('memory', 22, 'ellipse'),
    node('entity', 24, 'diamond'),
    {
      selector: 'node[type = "user"], node[type = "cluster"]',
      style: { 'font-weight': 'bold', 'text-max-width': '240px', ...alwaysReadable(19) },
    },
    { selector: 'node[type = "entity"]', style: alwaysReadable(16) },
  ]
}

/** A label that is shown at every zoom level. */
const alwaysReadable = (size: number) => ({ 'font-size': size, 'min-zoomed-font-size': 0 })

function edges(): StylesheetJson {
  return [
    {
      selector: 'edge',
      style: { width: 1.2, 'line-color': colourOf('line'), 'curve-style': 'bezier' },
    },
    { selector: 'edge[type = "mentions"]', style: { 'line-style': 'dotted' } },
    {
      selector: 'edge[type = "relationship"]',
      style: {
        label: 'data(short)',
        color: colourOf('entity'),
        'font-size': 12,
        'line-color': colourOf('entity'),
        'target-arrow-color': colourOf('entity'),
        'target-arrow-shape': 'triangle',
        'text-rotation': 'autorotate',
        'text-background-color': colourOf('ground'),
        'text-background-opacity': 0.85,
      },
    },
  ]
}

const states = (): StylesheetJson => [
  { selector: '.dim', style: { opacity: 0.15 } },
  {
    selector: 'node.chosen',
    style: { 'border-width': 4, 'border-color': colourOf('accent'), ...alwaysReadable(20), 'z-index': 10 },
  },
]

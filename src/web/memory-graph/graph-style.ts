import type { StylesheetJson } from 'cytoscape'

type Colour = (name: string) => string

/** How all is drawn, in the colours of the page as they are now, light or dark. */
export function graphStylesheet(root: HTMLElement): StylesheetJson {
  const style = getComputedStyle(root)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return [...nodes(colour), ...edges(colour), ...states(colour)]
}

function nodes(colour: Colour): StylesheetJson {
  const node = (
    type: string,
    size: number,
    shape: 'ellipse' | 'round-rectangle' | 'diamond' | 'hexagon',
  ) => ({
    selector: `node[type = "${type}"]`,
    style: { 'background-color': colour(type), width: size, height: size, shape },
  })
  return [
    {
      selector: 'node',
      style: {
        label: 'data(short)',
        color: colour('ink'),
        'font-size': 11,
        'text-wrap': 'wrap',
        'text-max-width': '120px',
        'text-valign': 'bottom',
        'text-margin-y': 4,
        'text-background-color': colour('paper'),
        'text-background-opacity': 0.75,
        'text-background-padding': '2px',
        // Texts of memories would lie over each other until one comes closer.
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

/** A name that is shown from however far one looks. */
const alwaysReadable = (size: number) => ({ 'font-size': size, 'min-zoomed-font-size': 0 })

function edges(colour: Colour): StylesheetJson {
  return [
    {
      selector: 'edge',
      style: { width: 1.2, 'line-color': colour('line'), 'curve-style': 'bezier' },
    },
    { selector: 'edge[type = "mentions"]', style: { 'line-style': 'dotted' } },
    {
      selector: 'edge[type = "relationship"]',
      style: {
        label: 'data(short)',
        color: colour('entity'),
        'font-size': 12,
        'line-color': colour('entity'),
        'target-arrow-color': colour('entity'),
        'target-arrow-shape': 'triangle',
        'text-rotation': 'autorotate',
        'text-background-color': colour('paper'),
        'text-background-opacity': 0.85,
      },
    },
  ]
}

const states = (colour: Colour): StylesheetJson => [
  { selector: '.dim', style: { opacity: 0.15 } },
  {
    selector: 'node.chosen',
    style: { 'border-width': 4, 'border-color': colour('accent'), ...alwaysReadable(20), 'z-index': 10 },
  },
]

import { expect, test } from 'vitest'
import { createFreeSpace, type Rectangle } from '../../../../src/web/memory-graph/picture/free-space.js'
import type { LaidOutNode } from '../../../../src/web/memory-graph/picture/graph-layout.js'
import { placeNodeName } from '../../../../src/web/memory-graph/picture/place-node-name.js'

const RADIUS = 6

const nodeAt = (x: number, y: number): LaidOutNode => ({
  node: { id: `${x} ${y}`, type: 'memory', label: 'Her sister Vera keeps bees' },
  ...{ x, y, strength: 0.5, group: 'topic' },
})

const SIZE = { width: 188, height: 34 }

/** Places the name of the node in the middle of these, in a window of 800 × 600. */
function placeMiddle(others: readonly LaidOutNode[], found: ReadonlySet<string> | null = null) {
  const middle = nodeAt(400, 300)
  const viewport = { unit: 30, width: 800, height: 600, toScreen: (point: { x: number; y: number }) => point }
  const place = placeNodeName(
    {
      ...{ isFree: createFreeSpace().isFree, viewport, found, visible: [middle, ...others] },
      ...{ isNamed: () => true, radiusOf: () => RADIUS },
    },
    { dot: { x: 400, y: 300, radius: RADIUS }, size: SIZE, style: 'always' },
  )
  if (place === null) throw new Error('It is always placed')
  return { ...place, middle }
}

const covers = (box: Rectangle, { x, y }: LaidOutNode): boolean =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

test('a name stands beside a free dot', () => {
  const { box, distance, middle } = placeMiddle([])
  expect(covers(box, middle)).toBe(false)
  expect(distance).toBeLessThan(10)
})

test('a name among other dots moves away from them', () => {
  const around = [-1, 0, 1].flatMap((right) =>
    [-1, 1].map((down) => nodeAt(400 + 60 * right, 300 + 22 * down)),
  )
  const aside = [-1, 1].map((right) => nodeAt(400 + 40 * right, 300))
  const others = [...around, ...aside]
  const { box, distance, middle } = placeMiddle(others)
  expect([middle, ...others].filter((dot) => covers(box, dot))).toEqual([])
  expect(distance).toBeGreaterThan(10)
})

test('of dots that all are in its way it covers rather those that a search has faded', () => {
  const everywhere = Array.from({ length: 19 }, (_, column) =>
    Array.from({ length: 21 }, (_, row) => nodeAt(40 + 40 * column, 20 + 28 * row)),
  ).flat()
  // Only those to the left are found.
  const found = new Set(everywhere.filter(({ x }) => x < 400).map(({ node }) => node.id))
  const { box } = placeMiddle(everywhere, found)
  expect(everywhere.filter((dot) => found.has(dot.node.id) && covers(box, dot))).toEqual([])
})

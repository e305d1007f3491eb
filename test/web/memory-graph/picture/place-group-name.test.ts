import { expect, test } from 'vitest'
import { PICTURE_MARGIN } from '../../../../src/web/memory-graph/picture/arrange-circles.js'
import { createFreeSpace } from '../../../../src/web/memory-graph/picture/free-space.js'
import { layOutGraph } from '../../../../src/web/memory-graph/picture/graph-layout.js'
import {
  type PlacedName,
  placeGroupName,
  placeShortName,
} from '../../../../src/web/memory-graph/picture/place-group-name.js'
import { largeGraph } from '../../../support/memories/large-graph.js'

/** About the width of a character of the font, as a part of its size. */
const CHARACTER = 0.56
const measure = (text: string, size: number) => text.length * size * CHARACTER

/** The names of the topics of so many memories in a window of this size that shows all of them, of which a part is left. */
function namesOf(
  count: number,
  { width, height, left = 1 }: { width: number; height: number; left?: number },
) {
  const { graph, memories } = largeGraph(count)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const { nodes, groups, box } = layOutGraph(graph, byId, { width, height, measure })
  const [{ x, y }, margin] = [box, 2 * PICTURE_MARGIN]
  const unit = Math.min((width - margin) / (x[1] - x[0]), (height - margin) / (y[1] - y[0]))
  const toScreen = (point: { x: number; y: number }) => ({
    x: width / 2 + (point.x - (x[0] + x[1]) / 2) * unit,
    y: height / 2 - (point.y - (y[0] + y[1]) / 2) * unit,
  })
  const dots = [...nodes.values()].map((one) => ({
    ...one,
    ...toScreen(one),
    radius: Math.max(2, unit * 0.3),
  }))
  const { take } = createFreeSpace()
  const names = groups.flatMap((group) => {
    const placed = placeGroupName(
      {
        ...{
          groups,
          openGroup: null,
          take,
          viewport: { unit, width, height, toScreen },
          measure,
          litDots: dots,
        },
        countIn: () => Math.floor(group.count * left),
      },
      group,
    )
    return placed === null ? [] : [{ group, ...placed }]
  })
  return {
    names,
    dots,
    circles: groups.map((one) => ({ ...one, ...toScreen(one), radius: one.radius * unit })),
  }
}

const distance = ({ box }: PlacedName, { x, y }: { x: number; y: number }) =>
  Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height))

const WINDOWS = [
  { width: 390, height: 440 },
  { width: 540, height: 600 },
  { width: 760, height: 560 },
  { width: 800, height: 610 },
  { width: 880, height: 640 },
]
const ALL = [20, 60, 250, 600, 2000].flatMap((count) => WINDOWS.map((window) => [count, window] as const))

test.each(ALL)(
  'the names of the topics of %i memories in %o cover nothing but their own edge',
  (count, window) => {
    const { names, dots, circles } = namesOf(count, window)
    const covered = names.flatMap((name) => [
      ...dots
        .filter((dot) => distance(name, dot) < dot.radius)
        .map(({ node }) => `${name.group.id} on ${node.id}`),
      ...circles
        .filter(({ id, radius, ...middle }) => id !== name.group.id && distance(name, middle) < radius)
        .map(({ id }) => `${name.group.id} on ${id}`),
      ...names
        .filter(({ group, box }) => {
          const isBeside = box.x >= name.box.x + name.box.width || name.box.x >= box.x + box.width
          const isAbove = box.y >= name.box.y + name.box.height || name.box.y >= box.y + box.height
          return group !== name.group && !isBeside && !isAbove
        })
        .map(({ group }) => `${name.group.id} on the name of ${group.id}`),
    ])
    expect(covered).toEqual([])
  },
)

test.each(ALL)('the largest topics of %i memories in %o are named, each with its number', (count, window) => {
  const { names, circles } = namesOf(count, window)
  const largest = circles.slice(0, 3).map(({ id }) => id)
  expect(names.map(({ group }) => group.id)).toEqual(expect.arrayContaining(largest))
  for (const { group, lines } of names) expect(lines.join(' ')).toMatch(new RegExp(`\\(${group.count}\\)$`))
})

test.each(ALL)('of %i memories in %o a filter moves no name of a topic', (count, window) => {
  const places = (left: number) =>
    namesOf(count, { ...window, left }).names.map(({ group, box }) => [
      group.id,
      Math.round(box.x + box.width / 2),
    ])
  expect(places(0.5)).toEqual(places(1))
})

test('a name finds a smaller place around its circle, and where it is forced it lies on what does not count', () => {
  const { graph, memories } = largeGraph(60)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const { groups } = layOutGraph(graph, byId, { width: 800, height: 600, measure })
  const [group] = groups
  if (group === undefined) throw new Error('there is no group')
  const space = createFreeSpace()
  const scene = {
    ...{ groups: [group], openGroup: null, measure, litDots: [], countIn: () => 3, take: space.take },
    viewport: { unit: 20, width: 800, height: 600, toScreen: () => ({ x: 400, y: 300 }) },
  }
  const radius = group.radius * 20
  // Something lies on top.
  space.take({ x: 0, y: 300 - radius - 80, width: 800, height: 90 })
  const below = placeGroupName(scene, group)
  expect(below?.lines.join(' ')).toBe(`${group.label} (3)`)
  expect(below?.box.y).toBeGreaterThan(300 + radius)
  // Another circle is all around.
  const other = { ...group, id: 'other', radius: group.radius * 3 }
  const crowded = { ...scene, groups: [group, other], take: createFreeSpace().take }
  expect(placeGroupName(crowded, group)).toBeNull()
  expect(placeGroupName(crowded, group, true)?.lines.join(' ')).toBe(`${group.label} (3)`)
})

test('a name that has no room begins on its own circle, and covers no other', () => {
  const { graph, memories } = largeGraph(60)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const { groups } = layOutGraph(graph, byId, { width: 390, height: 440, measure })
  const group = groups.find(({ label }) => label === 'Food and drink')
  if (group === undefined) throw new Error('there is no such group')
  const unit = 20 / group.radius
  const other = { ...group, id: 'other', x: group.x + 3 * group.radius + 1, radius: group.radius * 2 }
  const toScreen = ({ x }: { x: number }) => ({ x: 30 + (x - group.x) * unit, y: 200 })
  const scene = {
    ...{ groups: [group, other], openGroup: null, measure, countIn: () => 3 },
    ...{ litDots: [{ x: 30, y: 200, radius: 20 }], take: createFreeSpace().take },
    viewport: { unit, width: 390, height: 440, toScreen },
  }
  // Above it and below it lies something.
  scene.take({ x: 0, y: 0, width: 390, height: 176 })
  scene.take({ x: 0, y: 224, width: 390, height: 200 })
  expect(placeGroupName(scene, group)).toBeNull()
  const placed = placeShortName(scene, group)
  expect(placed?.lines).toEqual(['Food…'])
  expect(distance(placed as PlacedName, toScreen(other))).toBeGreaterThanOrEqual(2 * group.radius * unit)
  // Of a circle that is cut off the name is outside of the window, too.
  const cut = { ...scene.viewport, toScreen: () => ({ x: 10, y: 200 }) }
  expect(placeShortName({ ...scene, viewport: cut }, group)).toBeNull()
})

test('a name is rather on a few dots of others than nowhere, and on as few as can be', () => {
  const { graph, memories } = largeGraph(60)
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const [group] = layOutGraph(graph, byId, { width: 390, height: 440, measure }).groups
  if (group === undefined) throw new Error('there is no group')
  const dense = Array.from({ length: 1600 }, (_, at) => ({ x: (at % 40) * 10, y: Math.floor(at / 40) * 11 }))
  // To the right there is one of them alone.
  const dots = [...dense.filter(({ x }) => x < 215), { x: 240, y: 200 }]
  const litDots = dots.map((dot) => ({ ...dot, radius: 3 }))
  const scene = {
    ...{ groups: [group], openGroup: null, measure, countIn: () => 3, litDots },
    viewport: { unit: 20 / group.radius, width: 390, height: 440, toScreen: () => ({ x: 200, y: 200 }) },
    take: createFreeSpace().take,
  }
  const placed = placeShortName(scene, group)
  if (placed === null) throw new Error('there is no name')
  const outside = litDots.filter(({ x, y }) => Math.hypot(x - 200, y - 200) > 20)
  expect(outside.filter((dot) => distance(placed, dot) < dot.radius)).toHaveLength(1)
})

test('a number is not cut off with a long name', () => {
  const { graph, memories } = largeGraph(60)
  const nodes = graph.nodes.map((node) =>
    node.type === 'cluster'
      ? { ...node, label: `${node.label} and all that belongs to it, `.repeat(4) }
      : node,
  )
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const { groups } = layOutGraph({ ...graph, nodes }, byId, { width: 800, height: 600, measure })
  const [group] = groups
  if (group === undefined) throw new Error('there is no group')
  const placed = placeGroupName(
    {
      ...{ groups: [group], openGroup: null, measure, litDots: [], take: () => true, countIn: () => 3 },
      viewport: { unit: 8, width: 800, height: 600, toScreen: () => ({ x: 400, y: 300 }) },
    },
    group,
  )
  expect(placed?.lines.at(-1)).toBe(`(3\u00a0of\u00a0${group.count})`)
  expect(placed?.lines.at(-2)).toMatch(/…$/)
})

import { expect, test } from 'vitest'
import { layOutGraph } from '../../../../src/web/memory-graph/picture/graph-layout.js'
import { packCircles } from '../../../../src/web/memory-graph/picture/pack-circles.js'
import { largeGraph } from '../../../support/memories/large-graph.js'
import { SAMPLE_GRAPH } from '../../../support/memories/memory-graph.js'

const WINDOW = {
  width: 1000,
  height: 1000,
  measure: (text: string, size: number) => text.length * size * 0.55,
}

const laidOut = (count: number) => {
  const { graph, memories } = largeGraph(count)
  return layOutGraph(graph, new Map(memories.map((memory) => [memory.id, memory])), {
    ...WINDOW,
  })
}

test.each([1, 5, 60, 600, 2000])('of %i memories each has a place of its own, within its topic', (count) => {
  const { nodes, groups } = laidOut(count)
  const shown = [...nodes.values()].filter(({ group }) => group !== null)
  expect(shown).toHaveLength(count + Math.ceil(count / 6))
  const byGroup = new Map(groups.map((group) => [group.id, group]))
  const outside = shown.filter(({ group, x, y }) => {
    const circle = byGroup.get(group ?? '')
    return circle === undefined || Math.hypot(x - circle.x, y - circle.y) > circle.radius - 0.3
  })
  expect(outside).toEqual([])
  const crowded = [...byGroup.keys()].filter((id) => {
    const members = shown.filter(({ group }) => group === id)
    return members.some((one, index) =>
      members.slice(0, index).some((other) => Math.hypot(one.x - other.x, one.y - other.y) < 0.6),
    )
  })
  expect(crowded).toEqual([])
})

test('the strongest memory of a topic is in its middle, and the same graph gives the same picture', () => {
  const { nodes, groups } = laidOut(200)
  for (const { id, x, y, count } of groups.filter((group) => group.count > 4)) {
    const members = [...nodes.values()].filter(({ group }) => group === id)
    const inMiddle = members.find((one) => Math.hypot(one.x - x, one.y - y) < 1e-9)
    expect(members).toHaveLength(count)
    expect(inMiddle?.strength).toBe(Math.max(...members.map(({ strength }) => strength)))
  }
  expect(laidOut(200)).toMatchObject({ nodes, groups })
})

test('what no topic contains, and kinds that nobody knows, have a circle too', () => {
  const { nodes, groups } = layOutGraph(SAMPLE_GRAPH, new Map(), WINDOW)
  expect(groups.map(({ label, count }) => `${label} ${count}`)).toEqual([
    'People, places, things 3',
    'Home & family 2',
    'Without a topic 2',
    'Food 1',
  ])
  expect(nodes.get('x1')?.group).toBe('others')
})

test.each([1, 12, 60, 80, 81, 500])('%i circles do not overlap', (count) => {
  const middle = { x: 0, y: 0, radius: 1 }
  const radii = Array.from({ length: count }, (_, index) => 1 + ((index * 7) % 11))
  const circles = [middle, ...packCircles(middle, radii, { aspect: 1.4 })]
  expect(circles).toHaveLength(count + 1)
  const overlaps = circles.flatMap((a, index) =>
    circles.slice(index + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius),
  )
  expect(overlaps).toEqual([])
})

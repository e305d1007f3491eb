import { expect, test } from 'vitest'
import { createFreeSpace } from '../../../../src/web/memory-graph/picture/free-space.js'
import { layOutGraph } from '../../../../src/web/memory-graph/picture/graph-layout.js'
import { placeGroupName } from '../../../../src/web/memory-graph/picture/place-group-name.js'
import { boxOf } from '../../../../src/web/memory-graph/picture/viewport.js'
import { largeGraph } from '../../../support/memories/large-graph.js'

const MARGIN = 26
/** About the width of a character of the font, in pixels. */
const CHARACTER = 7.2

/** The names of the topics of so many memories in a window of this size that shows all of them. */
function namesOf(count: number, width: number, height: number) {
  const { graph, memories } = largeGraph(count)
  const { nodes, groups } = layOutGraph(graph, new Map(memories.map((memory) => [memory.id, memory])), {
    ...{ aspect: Math.max(0.6, width / height), width },
  })
  const { x, y } = boxOf(groups)
  const unit = Math.min((width - 2 * MARGIN) / (x[1] - x[0]), (height - 2 * MARGIN) / (y[1] - y[0]))
  const toScreen = (point: { x: number; y: number }) => ({
    x: width / 2 + (point.x - (x[0] + x[1]) / 2) * unit,
    y: height / 2 - (point.y - (y[0] + y[1]) / 2) * unit,
  })
  const dots = [...nodes.values()].map((node) => ({ ...node, ...toScreen(node), radius: unit * 0.16 }))
  const { take } = createFreeSpace()
  const names = [...groups]
    .sort((a, b) => a.radius - b.radius)
    .map((group) => {
      const named = placeGroupName(
        {
          ...{ groups, openGroup: null, take, viewport: { unit, width, height, toScreen } },
          countIn: () => group.count,
          dotsIn: ({ id }) => dots.filter((dot) => dot.group === id || dot.group === null),
          measure: (text) => text.length * CHARACTER,
        },
        group,
      )
      if (named === null) throw new Error(`${group.label} has no name`)
      return { id: group.id, count: group.count, lines: named.label.lines, ...named.box }
    })
  return { names, dots }
}

test.each([
  [60, 390, 440],
  [250, 390, 440],
  [600, 390, 440],
  [2000, 390, 440],
])(
  'of %i memories in a window of %i × %i pixels no name of a topic covers a dot or another name',
  (...given) => {
    const { names, dots } = namesOf(...given)
    const covered = names.flatMap((name) =>
      dots
        .filter(({ x, y }) => x > name.x && y > name.y && x < name.x + name.width && y < name.y + name.height)
        .map(({ node }) => `${name.id} covers ${node.id}`),
    )
    expect(covered).toEqual([])
    const crossing = names.flatMap((a, at) =>
      names
        .slice(at + 1)
        .filter(
          (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
        )
        .map((b) => `${a.id} covers ${b.id}`),
    )
    expect(crossing).toEqual([])
  },
)

test.each([
  [60, 740, 600],
  [250, 740, 600],
  [600, 820, 480],
  [2000, 740, 600],
])(
  'of %i memories in a window of %i × %i pixels each name has its number, undivided, and leaves small topics free',
  (...given) => {
    const { names, dots } = namesOf(...given)
    for (const { id, lines, count } of names) {
      expect([id, lines.some((line) => line.includes(`(${count})`))]).toEqual([id, true])
    }
    const isIn = ({ x, y, width, height }: (typeof names)[number], dot: { x: number; y: number }) =>
      dot.x > x && dot.y > y && dot.x < x + width && dot.y < y + height
    const covered = names
      .filter(({ count }) => count <= 12)
      .flatMap((name) =>
        dots
          .filter((dot) => dot.group === name.id && isIn(name, dot))
          .map(({ node }) => `${name.id} covers ${node.id}`),
      )
    expect(covered).toEqual([])
  },
)

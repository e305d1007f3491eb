import uPlot from 'uplot'
import { colourOf } from '../design/colour-of.js'
import type { LoadTestPageData } from './page-data.js'

const HEIGHT = 220
const MEBIBYTE = 2 ** 20

type Curve = { readonly label: string; readonly values: readonly (number | null)[]; readonly colour: string }
type Chart = {
  readonly title: string
  readonly seconds: readonly number[]
  readonly curves: readonly Curve[]
}

/** Distinguishable with colour vision deficiency (Okabe and Ito, 2008), on light and on dark background. */
const COLOURS = { blue: '#3b8ed0', orange: '#d98b1f', red: '#d55e00' } as const

/** The charts of a run: its load, its times, and the server's metrics if it reported them. */
export function buildCharts({ timeline, server }: LoadTestPageData): Chart[] {
  const seconds = timeline.map(({ second }) => second)
  const own: Chart[] = [
    {
      title: 'Players, turns and errors a second',
      seconds,
      curves: [
        { label: 'players', values: timeline.map(({ playing }) => playing), colour: COLOURS.blue },
        { label: 'turns/s', values: timeline.map(({ turns }) => turns), colour: COLOURS.orange },
        { label: 'errors/s', values: timeline.map(({ errors }) => errors), colour: COLOURS.red },
      ],
    },
    {
      title: 'First text, 95th percentile (ms)',
      seconds,
      curves: [
        { label: 'ms', values: timeline.map(({ firstTextP95Ms }) => firstTextP95Ms), colour: COLOURS.blue },
      ],
    },
  ]
  if (server === null) return own
  const serverSeconds = server.map(({ second }) => second)
  return [
    ...own,
    {
      title: 'Event loop of the server, 99th percentile (ms late)',
      seconds: serverSeconds,
      curves: [
        { label: 'ms', values: server.map(({ eventLoopP99Ms }) => eventLoopP99Ms), colour: COLOURS.blue },
      ],
    },
    {
      title: 'Writes of the server to its disk, 99th percentile (ms)',
      seconds: serverSeconds,
      curves: [
        { label: 'ms', values: server.map(({ storeWriteP99Ms }) => storeWriteP99Ms), colour: COLOURS.blue },
      ],
    },
    {
      title: 'Memory of the server (MiB)',
      seconds: serverSeconds,
      curves: [
        {
          label: 'resident',
          values: server.map(({ rssBytes }) => rssBytes / MEBIBYTE),
          colour: COLOURS.blue,
        },
        {
          label: 'heap',
          values: server.map(({ heapUsedBytes }) => heapUsedBytes / MEBIBYTE),
          colour: COLOURS.orange,
        },
      ],
    },
  ]
}

/** Draws a chart into a figure element and follows its width. */
export function drawChart({ title, seconds, curves }: Chart): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  caption.textContent = title
  figure.append(caption)
  const ink = () => getComputedStyle(document.body).color
  const axis = { stroke: ink, grid: { stroke: () => colourOf('line'), width: 1 } }
  const plot = new uPlot(
    {
      width: 480,
      height: HEIGHT,
      scales: { x: { time: false } },
      axes: [axis, axis],
      series: [
        { label: 'second' },
        ...curves.map(({ label, colour }) => ({
          label,
          stroke: colour,
          width: 2,
          value: (_: unknown, value: number | null) => (value === null ? '-' : value.toFixed(1)),
        })),
      ],
    },
    [[...seconds], ...curves.map(({ values }) => [...values])],
    figure,
  )
  new ResizeObserver(() => plot.setSize({ width: figure.clientWidth - 16, height: HEIGHT })).observe(figure)
  return figure
}

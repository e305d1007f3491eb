import { chartId } from './charts.js'
import type { Plot } from './plot.js'

const NAMED = /\b(second \d{1,9})\b/

/** A sentence in which each second that is named leads to the chart of the metric, and to that second in all charts. */
export const withSecondLinks = (text: string, metric: string | undefined): (string | HTMLElement)[] =>
  text.split(NAMED).map((part, at) => (at % 2 === 0 ? part : linkTo(part, metric)))

function linkTo(named: string, metric: string | undefined): HTMLElement {
  const link = Object.assign(document.createElement('a'), { textContent: named, href: '#charts' })
  link.dataset['second'] = named.slice('second '.length)
  if (metric !== undefined) link.dataset['chart'] = chartId(metric)
  return link
}

/** A click on such a link shows the chart and reads the second. */
export function followSecondLinks(page: HTMLElement, plotsOf: () => readonly Plot[]): void {
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-second]') : null
    if (link === null) return
    const charts = plotsOf().filter(({ figure }) => figure.closest('#charts') !== null)
    const plot = charts.find(({ figure }) => figure.id === link.dataset['chart']) ?? charts[0]
    if (plot === undefined) return
    event.preventDefault()
    plot.figure.scrollIntoView({ block: 'center' })
    plot.figure.focus({ preventScroll: true })
    plot.readAt(Number(link.dataset['second']))
  })
}

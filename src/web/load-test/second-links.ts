import { chartId } from './charts.js'
import type { Plot } from './plot.js'
import { SERVER_METRICS } from './words.js'

const NAMED = /\b(second \d{1,9})\b/
/** `#second-9`, and the chart in which it is meant. */
const HASH = /^#second-(\d{1,9})(?:-(chart-[\w.-]{1,300}))?$/

/** What a sentence names of the server before it names a second, and the chart of that. */
const SERVER_CHARTS = [
  ['event loop', SERVER_METRICS.eventLoop],
  ['writes', SERVER_METRICS.writes],
] as const

/** A sentence in which each second that is named leads to the chart of the metric, and to that second in all charts. */
export const withSecondLinks = (text: string, metric: string | undefined): (string | HTMLElement)[] =>
  text
    .split(NAMED)
    .map((part, at, parts) =>
      at % 2 === 0 ? part : linkTo(part, serverMetricIn(parts[at - 1] ?? '') ?? metric),
    )

/** Of which chart the words before a second are, if they are about the server; the last that is named counts. */
function serverMetricIn(words: string): string | undefined {
  const named = SERVER_CHARTS.map(([name, metric]) => ({ metric, at: words.lastIndexOf(name) }))
  const last = named.reduce((a, b) => (b.at > a.at ? b : a))
  return last.at < 0 ? undefined : last.metric
}

/** The same in the texts of an element that is there already. */
export function linkSeconds(element: Element, metric: string | undefined): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) text.replaceWith(...withSecondLinks(text.data, metric))
}

function linkTo(named: string, metric: string | undefined): HTMLElement {
  const chart = metric === undefined ? '' : `-${chartId(metric)}`
  const href = `#second-${named.slice('second '.length)}${chart}`
  const link = Object.assign(document.createElement('a'), { textContent: named, href })
  link.dataset['second'] = ''
  return link
}

/**
 * A click on such a link shows the chart and reads the second, as does a page that is opened at one. It is a step of the
 * history: the way back leads to where the link is.
 */
export function followSecondLinks(page: HTMLElement, plotsOf: () => readonly Plot[]): void {
  const go = (hash: string) => {
    const [, second, id] = HASH.exec(hash) ?? []
    const charts = plotsOf().filter(({ figure }) => figure.closest('#charts') !== null)
    const plot = charts.find(({ figure }) => figure.id === id) ?? charts[0]
    if (second === undefined || plot === undefined) return
    const { figure } = plot
    // With an opened table it may be higher than the window: the picture and its values stand at its top.
    figure.scrollIntoView({ block: figure.offsetHeight > innerHeight ? 'start' : 'center' })
    figure.focus({ preventScroll: true })
    figure.classList.add('reached')
    figure.addEventListener('blur', () => figure.classList.remove('reached'), { once: true })
    plot.readAt(Number(second))
  }
  let left: { readonly link: HTMLElement; readonly at: string } | undefined
  page.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-second]') : null
    // One that is opened in another tab is followed there.
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (location.hash !== link.hash) left = { link, at: location.hash }
    // Before the page is scrolled: the step keeps the place at which it was left.
    location.hash = link.hash
    go(link.hash)
  })
  addEventListener('hashchange', () => {
    if (left === undefined || location.hash !== left.at) return
    left.link.focus({ preventScroll: true })
    left = undefined
  })
  // Charts have their width after the first frame.
  requestAnimationFrame(() => requestAnimationFrame(() => go(location.hash)))
}

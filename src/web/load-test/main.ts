import { buildCharts, chartId, drawChart } from './charts.js'
import {
  baseText,
  CHANGE_TITLES,
  changeCells,
  comparable,
  comparisonText,
  countWorse,
  differencesOf,
  doubtText,
  sortChanges,
  trustOf,
} from './comparison.js'
import { courseText } from './course.js'
import { CHECK_TITLES, checkCells, METRIC_TITLES, metricCells } from './metric-tables.js'
import { heldUpText, momentsOfRun, neitherHeldUpText } from './moments.js'
import type { LoadTestPageData } from './page-data.js'
import { drawPercentiles } from './percentiles.js'
import type { Plot } from './plot.js'
import { followPaper, followTheme } from './redrawing.js'
import { followSecondLinks, withSecondLinks } from './second-links.js'
import { SLOWEST_TITLES, slowestRows } from './slowest-replies.js'
import { againstBaseText, judgedMetric, slownessText } from './slowness.js'
import { fillTable, withoutEmpty } from './tables.js'
import { repliesTitle, unexpectedReplies } from './unexpected-replies.js'
import {
  type Advice,
  adviceOf,
  invalidText,
  outcomeOf,
  outcomeText,
  titleOf,
  type Verdict,
  verdictsOf,
} from './verdict.js'
import { isSlip, numberText, parseLimit, timeText } from './words.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: LoadTestPageData): void {
  const drawn = withoutUnlikeBase(data)
  document.title = `Load test “${data.scenario}”: ${outcomeOf(data)}`
  byId('title').textContent = document.title
  byId('summary').textContent = summaryOf(data)
  showText('outcome', outcomeText(data))
  byId('outcome').className = isRelied(data) ? 'good' : 'bad'
  byId('verdicts-title').textContent = titleOf(data)
  byId('verdicts').append(...verdictsOf(data).map(verdictItem))
  showText('invalid', invalidText(data) ?? '')
  showFindings(data, drawn)
  showSlowest(data)
  byId('replies').hidden = data.unexpectedReplies.length === 0
  byId('replies-title').textContent = repliesTitle(data)
  byId('examples').append(...unexpectedReplies(data))
  showTables(data)
  for (const id of ['dotted', 'based']) byId(id).hidden = drawn.baseRun === undefined
  showText(
    'warm-up',
    data.warmupMs === 0 ? '' : `Shaded: the first ${data.warmupMs / 1000} s, which do not count.`,
  )
  showText('awaited', awaitedText(data))
  showCharts(drawn)
  for (const box of document.querySelectorAll<HTMLElement>('.wide')) letScrollByKeyboard(box)
  showComparison(data)
}

/** What was found out beyond the limits, what to do, and when it was slow. */
function showFindings(data: LoadTestPageData, drawn: LoadTestPageData): void {
  const judged = judgedMetric(data)
  for (const [id, text] of [
    ['slowness', slownessText(data)],
    ['held-up', heldUpText(data)],
    ['against-base', againstBaseText(drawn)],
    ['course', courseText(data)],
  ] as const) {
    byId(id).hidden = text === ''
    byId(id).replaceChildren(...withSecondLinks(text, judged))
  }
  byId('held-up-rule').prepend(...withSecondLinks(neitherHeldUpText(data), undefined))
  // What is measured by a limit that is wrong is no alarm.
  byId('slowness').classList.toggle('calm', data.thresholds.some(isSlip))
  showAdvice(adviceOf(data))
  const moments = momentsOfRun(data)
  byId('moments-box').hidden = moments.length === 0
  byId('moments').append(
    ...moments.map(({ text, metric }) => {
      const item = document.createElement('li')
      item.append(...withSecondLinks(text, metric))
      return item
    }),
  )
}

/** Which requests were slow; in a narrow window each takes many lines. */
function showSlowest(data: LoadTestPageData): void {
  const rows = slowestRows(data)
  const box = byId<HTMLDetailsElement>('slowest-box')
  box.hidden = rows.length === 0
  box.open = !isRelied(data) && !matchMedia('(max-width: 700px)').matches
  fillTable(byId('slowest'), ...withoutEmpty(SLOWEST_TITLES, rows))
  for (const cell of byId('slowest').querySelectorAll('td:first-child'))
    cell.replaceChildren(...withSecondLinks(cell.textContent ?? '', judgedMetric(data)))
}

/** The charts, which follow the scale, the theme, paper and the links to them. */
function showCharts(data: LoadTestPageData): void {
  const scale = byId<HTMLInputElement>('log-scale')
  let plots = drawAll(data, scale.checked)
  scale.addEventListener('change', () => {
    plots = drawAll(data, scale.checked)
  })
  const redraw = () => {
    for (const plot of plots) plot.redraw()
  }
  followTheme(redraw)
  followPaper(redraw, byId<HTMLDetailsElement>('all-changes'))
  followSecondLinks(document.body, () => plots)
  linkLimits()
}

/** Draws all charts, or draws them anew on another scale. */
function drawAll(data: LoadTestPageData, isLog: boolean): Plot[] {
  const percentiles = drawPercentiles({ ...data, isLog })
  byId('percentiles').hidden = percentiles === null
  byId('percentile-chart').replaceChildren(...(percentiles === null ? [] : [percentiles.figure]))
  const charts = buildCharts(data).map((chart) => drawChart(chart, { warmupMs: data.warmupMs, isLog }))
  byId('charts').replaceChildren(...charts.map(({ figure }) => figure))
  return [...(percentiles === null ? [] : [percentiles]), ...charts]
}

function showAdvice({ text, limits }: Advice): void {
  byId('advice-box').hidden = text === ''
  byId('advice').textContent = text
  const codes = limits.map((limit) => Object.assign(document.createElement('code'), { textContent: limit }))
  byId('advice').append(...codes.flatMap((code, at) => [at === 0 ? ' ' : ', ', code]))
}

/** A limit leads to the chart of its metric, where there is one. */
function linkLimits(): void {
  for (const code of document.querySelectorAll('#verdicts code')) {
    const id = chartId(parseLimit(code.textContent ?? '')?.metric ?? '')
    if (document.getElementById(id) === null) continue
    const link = Object.assign(document.createElement('a'), { href: `#${id}`, title: 'To its chart' })
    code.replaceWith(link)
    link.append(code)
  }
}

const isRelied = ({ isValid, thresholds }: LoadTestPageData): boolean =>
  isValid && thresholds.every(({ isMet }) => isMet)

/** The curves of a run of another scenario beside these would compare what cannot be compared. */
function withoutUnlikeBase({ baseRun, ...data }: LoadTestPageData): LoadTestPageData {
  return baseRun === undefined || trustOf(data) === 'nothing' ? data : { ...data, baseRun }
}

/** The metrics, those by scenario, step and tag, and the checks. */
function showTables({ load, warmupMs, metrics, submetrics = [], checks = [] }: LoadTestPageData): void {
  const table = (id: string, rows: LoadTestPageData['metrics']) =>
    fillTable(byId(id), ...withoutEmpty(METRIC_TITLES, rows.map(metricCells(load))))
  table('metrics', metrics)
  byId('connecting').hidden = !(
    load === 'players' &&
    warmupMs > 0 &&
    metrics.some(({ metric }) => metric === 'session.connect')
  )
  byId('submetrics-box').hidden = submetrics.length === 0
  table('submetrics', submetrics)
  byId('checks-section').hidden = checks.length === 0
  fillTable(byId('checks'), CHECK_TITLES, checks.map(checkCells))
}

function showComparison(data: LoadTestPageData): void {
  if (data.comparison === null) return
  byId('comparison').hidden = false
  const trust = trustOf(data)
  showText('doubt', doubtText(data))
  const differences = differencesOf(data)
  for (const id of ['differences-title', 'differences']) byId(id).hidden = differences.length === 0
  byId('differences').append(...differences.map(differenceItem))
  showText('base', baseText(data))
  const changes = comparable(data.comparison)
  const left = data.comparison.length - changes.length
  const leftOut =
    left === 0
      ? ''
      : ` ${left === 1 ? 'One percentile that rests' : `${left} percentiles that rest`} on too few measurements ${left === 1 ? 'is' : 'are'} left out.`
  byId('difference').textContent = comparisonText(changes, trust) + leftOut
  // What matters of them is said above; in a narrow window each row takes five lines.
  byId<HTMLDetailsElement>('all-changes').open =
    countWorse(changes, trust) > 0 && !matchMedia('(max-width: 700px)').matches
  fillTable(byId('changes'), CHANGE_TITLES, sortChanges(changes, trust).map(changeCells(trust)))
  // As cards, rows of one metric follow each other without its name.
  for (const row of document.querySelectorAll('#changes tbody tr + tr')) {
    const [name, before] = [row, row.previousElementSibling].map((one) => one?.firstElementChild)
    if (name?.textContent === before?.textContent) name?.classList.add('again')
  }
}

function differenceItem({ at, text }: { readonly at: string; readonly text: string }): HTMLElement {
  const item = Object.assign(document.createElement('li'), { dir: 'auto' })
  item.append(Object.assign(document.createElement('code'), { textContent: at }), `: ${text}`)
  return item
}

function showText(id: string, text: string): void {
  byId(id).hidden = text === ''
  byId(id).textContent = text
}

/** What is wider than the page is a group with a name that can have the focus: then the arrow keys scroll it. */
function letScrollByKeyboard(box: HTMLElement): void {
  const follow = () => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
  new ResizeObserver(follow).observe(box)
  follow()
  box.setAttribute('role', 'group')
  box.setAttribute(
    'aria-label',
    box.dataset['name'] ?? box.closest('section')?.querySelector('h2')?.textContent ?? 'Table',
  )
}

const summaryOf = (data: LoadTestPageData): string => {
  const { target, targetVersion, startedAt, durationMs, warmupMs, generator } = data
  return [
    `${target}${targetVersion === undefined ? '' : `, version ${targetVersion}`}`,
    `${timeText(startedAt)}, ${durationMs / 1000} s`,
    ...(warmupMs > 0 ? [`the first ${warmupMs / 1000} s do not count`] : []),
    `the load test itself ${generator.processes === 1 ? '' : `(${generator.processes} processes) `}${delayOf(generator)}`,
  ].join('; ')
}

/** What was begun is waited for. */
function awaitedText({ timeline, durationMs }: LoadTestPageData): string {
  const last = timeline.at(-1)?.second ?? 0
  const end = Math.ceil(durationMs / 1000)
  if (last < end) return ''
  return ` What ended in second ${end}${last > end ? ' and later' : ''} was begun before, and waited for.`
}

/** How near the load test was to being too slow itself. */
const delayOf = ({ eventLoopP99Ms, eventLoopLimitMs }: LoadTestPageData['generator']): string =>
  `was at most ${numberText(eventLoopP99Ms)} ms late${eventLoopLimitMs === undefined ? '' : ` (${numberText(eventLoopLimitMs)} ms are allowed)`}`

function verdictItem({ text, source, isGood }: Verdict): HTMLElement {
  const item = document.createElement('li')
  item.className = isGood ? 'good' : 'bad'
  item.textContent = text
  if (source !== undefined)
    item.append(' ', Object.assign(document.createElement('code'), { textContent: source }))
  return item
}

start(JSON.parse(byId('data').textContent ?? '{}'))

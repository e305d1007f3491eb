import { adviceOf } from './advice.js'
import { adviceParts, commandBox, verdictItem } from './advice-box.js'
import { slipsOf } from './base-limits.js'
import { buildCharts, chartId, drawChart } from './charts.js'
import {
  baseText,
  CHANGE_TITLES,
  changeCells,
  comparable,
  comparisonText,
  countWorse,
  doubtText,
  idleText,
  sortChanges,
  telling,
  trustOf,
  worseThanBase,
} from './comparison.js'
import { courseText } from './course.js'
import { differencesOf } from './differences.js'
import { awaitedText, factsText, gapsText } from './facts.js'
import { needsLogScale } from './log-scale.js'
import { CHECK_TITLES, checkCells, METRIC_TITLES, metricCells } from './metric-tables.js'
import { errorsText, heldUpText, MOMENT_CHARTS, MOMENT_TITLES, momentsNote, momentsOfRun } from './moments.js'
import type { LoadTestPageData } from './page-data.js'
import { drawPercentiles } from './percentiles.js'
import type { Plot } from './plot.js'
import { followPaper, followTheme } from './redrawing.js'
import { followSecondLinks, linkSeconds, withSecondLinks } from './second-links.js'
import { slowestTable, whereCommand } from './slowest-replies.js'
import { againstBaseText, judgedMetric, slownessText } from './slowness.js'
import { fillTable, withoutEmpty } from './tables.js'
import { repliesTitle, unexpectedReplies } from './unexpected-replies.js'
import { invalidText, outcomeOf, outcomeText, titleOf, verdictsOf } from './verdict.js'
import { isLimitOfTimes, parseLimit } from './words.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: LoadTestPageData): void {
  const drawn = withoutUnlikeBase(data)
  document.title = `Load test “${data.scenario}”: ${outcomeOf(data)}`
  byId('title').textContent = document.title
  byId('summary').textContent = factsText(data)
  showText('outcome', outcomeText(data))
  byId('outcome').className = isRelied(data) ? 'good' : 'bad'
  for (const id of ['verdicts-title', 'to-verdicts']) byId(id).textContent = titleOf(data)
  byId('verdicts').append(...verdictsOf(data).map(verdictItem))
  showText('invalid', invalidText(data) ?? '')
  showFindings(data, drawn)
  showSlowest(data)
  byId('replies').hidden = data.unexpectedReplies.length === 0
  byId('replies-title').textContent = repliesTitle(data)
  byId('examples').append(...unexpectedReplies(data))
  showTables(data)
  byId('dotted').hidden = drawn.baseRun === undefined
  showText(
    'warm-up',
    data.warmupMs === 0 ? '' : `Shaded: the first ${data.warmupMs / 1000} s, which do not count.`,
  )
  showText('awaited', awaitedText(data))
  showText('gaps', gapsText(data))
  showCharts(drawn)
  for (const box of document.querySelectorAll<HTMLElement>('.wide')) letScrollByKeyboard(box)
  showComparison(data)
}

/** What was found out beyond the limits, what to do, and when it was slow. */
function showFindings(data: LoadTestPageData, drawn: LoadTestPageData): void {
  const judged = judgedMetric(data)
  const isSlip = slipsOf(data).length > 0
  for (const [id, text] of [
    ['slowness', slownessText(data)],
    ['held-up', heldUpText(data)],
    ['against-base', againstBaseText(drawn)],
    ['course', courseText(data)],
  ] as const) {
    byId(id).hidden = text === ''
    byId(id).replaceChildren(...withSecondLinks(text, judged))
    byId(id).classList.toggle('calm', isSlip || !data.isValid || !missedByTimes(data))
  }
  // That nothing is worse is said first of all; in which seconds is for whoever compares.
  if (worseThanBase(data) === 0) byId('difference').before(byId('against-base'))
  const advice = adviceOf(data)
  byId('advice-box').hidden = advice.text === ''
  byId('advice').append(...adviceParts(advice))
  if (isSlip || isRelied(data)) byId('outcome').after(byId('advice-box'))
  showMoments(data)
}

function showMoments(data: LoadTestPageData): void {
  const moments = momentsOfRun(data)
  byId('moments-box').hidden = moments.length === 0
  byId('moments-note').replaceChildren(...withSecondLinks(momentsNote(data), undefined))
  const [titles, rows] = withoutEmpty(
    MOMENT_TITLES,
    moments.map(({ cells }) => cells),
  )
  fillTable(byId('moments'), titles, rows)
  for (const [at, row] of [...byId('moments').querySelectorAll('tbody tr')].entries())
    for (const cell of [...row.children].slice(1))
      linkSeconds(
        cell,
        MOMENT_CHARTS.get((cell as HTMLElement).dataset['title'] ?? '') ?? moments[at]?.metric,
      )
  const errors = errorsText(data)
  byId('errors').hidden = errors === ''
  byId('errors').replaceChildren(...withSecondLinks(errors, undefined))
}

/** Which requests were slow; in a narrow window they take many lines, which only a failure by times is worth. */
function showSlowest(data: LoadTestPageData): void {
  const [titles, rows] = slowestTable(data)
  const box = byId<HTMLDetailsElement>('slowest-box')
  box.hidden = rows.length === 0
  const isNarrow = matchMedia('(max-width: 700px)').matches
  box.open = missedByTimes(data) && !(isNarrow && slipsOf(data).length > 0)
  const command = whereCommand(data)
  byId('where').hidden = command === undefined
  if (command !== undefined) byId('where').append(commandBox(command))
  fillTable(byId('slowest'), ...withoutEmpty(titles, rows))
  for (const cell of byId('slowest').querySelectorAll('td:first-child')) linkSeconds(cell, judgedMetric(data))
}

/** The charts, which follow the scale, the theme, paper and the links to them. */
function showCharts(data: LoadTestPageData): void {
  const scale = byId<HTMLInputElement>('log-scale')
  scale.checked = needsLogScale(data)
  byId('log-why').hidden = !scale.checked
  let plots = drawAll(data, scale.checked)
  scale.addEventListener('change', () => {
    byId('log-why').hidden = true
    plots = drawAll(data, scale.checked)
  })
  const redraw = () => {
    for (const plot of plots) plot.redraw()
  }
  followTheme(redraw)
  followPaper(redraw, [...document.querySelectorAll<HTMLDetailsElement>('section > details')])
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

/** Whether the run failed because something took too long. */
const missedByTimes = ({ thresholds }: LoadTestPageData): boolean =>
  thresholds.some(({ threshold, isMet }) => !isMet && isLimitOfTimes(threshold))

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
  for (const id of ['comparison', 'to-comparison']) byId(id).hidden = false
  const trust = trustOf(data)
  showText('doubt', doubtText(data))
  const differences = differencesOf(data)
  for (const id of ['differences-title', 'differences']) byId(id).hidden = differences.length === 0
  byId('differences').append(...differences.map(differenceItem))
  showText('base', baseText(data))
  const report = data.baseFile?.report
  if (report !== undefined)
    byId('base').append(
      ' ',
      Object.assign(document.createElement('a'), {
        href: report,
        textContent: 'Its report',
        className: 'on-screen',
      }),
    )
  const changes = comparable(data.comparison)
  const left = data.comparison.length - changes.length
  const leftOut =
    left === 0
      ? ''
      : ` ${left === 1 ? 'One percentile' : `${left} percentiles`} of too few measurements ${left === 1 ? 'is' : 'are'} left out.`
  const isJudged = trust === 'all'
  byId('difference').textContent =
    comparisonText(changes, trust) + (isJudged ? idleText(changes) : '') + leftOut
  const rows = isJudged ? telling(changes) : changes
  // What matters of them is said above; in a narrow window each row takes five lines.
  byId<HTMLDetailsElement>('all-changes').open =
    countWorse(changes, trust) > 0 && !matchMedia('(max-width: 700px)').matches
  fillTable(byId('changes'), CHANGE_TITLES, sortChanges(rows, trust).map(changeCells(trust)))
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

start(JSON.parse(byId('data').textContent ?? '{}'))

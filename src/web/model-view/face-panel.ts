import type { FaceWeights } from '../figure/face-frames.js'
import type { FigureStage } from '../figure/figure-stage.js'
import { groupBlendshapes, type NamedBlendshape } from './blendshape-names.js'
import { EXPRESSIONS } from './expressions.js'

/** Sliders that move the blendshapes of a model by hand. */
export type FacePanel = {
  /** The weights that are not 0. */
  weights(): FaceWeights
}

type Places = {
  readonly list: HTMLElement
  readonly expressions: HTMLElement
  /** Whether one slider moves both of a pair. */
  readonly together: HTMLInputElement
}

type Listener = {
  onChange(): void
  /** Something of the face is about to be used, which may be the mouth alone. */
  onTouch(isOfMouth: boolean): void
}

/**
 * Fills `list` with a slider for each blendshape, in groups that open, and `expressions` with faces that set them. Those
 * that move nothing of this model are there, and say so.
 */
export function createFacePanel(
  { list, expressions, together }: Places,
  { blendshapes, stillBlendshapes }: Pick<FigureStage, 'blendshapes' | 'stillBlendshapes'>,
  { onChange, onTouch }: Listener,
): FacePanel {
  const sliders = new Map<string, Slider>()
  const groups: Group[] = []
  for (const [title, own] of groupBlendshapes(blendshapes)) {
    const made = own.map((named) => createSlider(named, stillBlendshapes.includes(named.name)))
    for (const slider of made) sliders.set(slider.input.name, slider)
    const touch = () => onTouch(OF_MOUTH.has(title))
    const group = createGroup(title, made, touch)
    groups.push(group)
    list.append(group.details)
    for (const slider of made) {
      listen(slider, () => {
        touch()
        follow(slider)
        refresh()
      })
    }
  }
  /** What moves with it: the right one of a pair, while both are together. */
  const otherOf = ({ input }: Slider) => (together.checked ? sliders.get(rightOf(input.name)) : undefined)
  const isShown = (weights: FaceWeights) =>
    [...sliders].every(([name, { input }]) => input.valueAsNumber === weightFor(input, weights[name]))
  const refresh = () => {
    for (const slider of sliders.values()) showValue(slider, otherOf(slider))
    for (const { countSet } of groups) countSet()
    for (const choice of choices)
      choice.setAttribute('aria-pressed', String(isShown(EXPRESSIONS[choice.textContent] ?? {})))
    onChange()
  }
  const choices = Object.entries(EXPRESSIONS)
    .filter(([name, weights]) => name === 'Neutral' || Object.keys(weights).some((one) => sliders.has(one)))
    .map(([name, weights]) => {
      const choice = Object.assign(document.createElement('button'), { type: 'button', textContent: name })
      choice.addEventListener('click', () => {
        onTouch(false)
        for (const [own, { input }] of sliders) input.value = String(weightFor(input, weights[own]))
        refresh()
      })
      return choice
    })
  expressions.replaceChildren(...choices)
  const follow = (slider: Slider) => {
    const other = otherOf(slider)
    if (other !== undefined) other.input.value = slider.input.value
  }
  /** Two sides that differ stay so until one of them is moved. */
  const link = () => {
    list.classList.toggle('together', together.checked)
    refresh()
  }
  together.addEventListener('change', link)
  link()
  return {
    weights: () =>
      Object.fromEntries(
        [...sliders].flatMap(([name, { input }]) =>
          input.valueAsNumber > 0 ? [[name, input.valueAsNumber]] : [],
        ),
      ),
  }
}

function listen({ input, reset }: Slider, onChange: () => void): void {
  input.addEventListener('input', onChange)
  reset.addEventListener('click', () => {
    input.value = '0'
    onChange()
    // The button has nothing to do any more, and cannot keep the focus.
    input.focus()
  })
}

/** What moves nothing stays where it is. */
const weightFor = ({ disabled }: HTMLInputElement, weight = 0): number => (disabled ? 0 : weight)

/** Groups whose shapes are seen at the mouth. */
const OF_MOUTH: ReadonlySet<string> = new Set(['Jaw', 'Mouth', 'Tongue'])

/** The other one of a pair; no name, for what is not a left one. */
const rightOf = (name: string): string => (/.Left$/.test(name) ? name.replace(/Left$/, 'Right') : '')

/** Its own value, and that of the other side where that is another one. */
function showValue({ input, output, reset }: Slider, other?: Slider): void {
  const [own, right] = [input.valueAsNumber, other?.input.valueAsNumber]
  const differs = right !== undefined && right !== own
  output.textContent = differs ? `${own.toFixed(2)}, right ${right.toFixed(2)}` : own.toFixed(2)
  reset.disabled = own === 0 && !differs
}

type Group = {
  readonly details: HTMLElement
  /** Says how many of its shapes are not at 0, also while it is closed. */
  countSet(): void
}

function createGroup(title: string, sliders: readonly Slider[], onOpen: () => void): Group {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  const count = textElement('span', '')
  summary.append(title, count)
  details.append(summary, ...sliders.map(({ shape }) => shape))
  details.addEventListener('toggle', () => details.open && onOpen())
  return {
    details,
    countSet() {
      const set = sliders.filter(({ input }) => input.valueAsNumber > 0).length
      const all = sliders.length === 1 ? '1 shape' : `${sliders.length} shapes`
      count.textContent = set === 0 ? all : `${all}, ${set} set`
    },
  }
}

type Slider = {
  /** All that belongs to it. */
  readonly shape: HTMLElement
  readonly input: HTMLInputElement
  readonly output: HTMLElement
  /** Brings it back to 0; of no use there. */
  readonly reset: HTMLButtonElement
}

function createSlider({ name, plain, side }: NamedBlendshape, isStill: boolean): Slider {
  const input = Object.assign(document.createElement('input'), {
    ...{ type: 'range', min: '0', max: '1', step: '0.01', value: '0', name, disabled: isStill },
  })
  const output = Object.assign(textElement('span', '0.00'), { className: 'value' })
  // The slider itself says its value.
  output.setAttribute('aria-hidden', 'true')
  const text = textElement('span', plain)
  if (side !== null) text.append(Object.assign(textElement('span', `, ${side}`), { className: 'side' }))
  text.append(' ')
  const small = textElement('small', name)
  if (side === 'left')
    small.append(Object.assign(textElement('span', ' and Right'), { className: 'other-side' }))
  if (isStill) small.append(': moves nothing here')
  if (plain !== name || isStill) text.append(small)
  const [label, shape] = [document.createElement('label'), document.createElement('div')]
  label.append(text, input, output)
  const reset = document.createElement('button')
  Object.assign(reset, { type: 'button', className: 'reset', textContent: '0', title: 'Back to 0' })
  reset.setAttribute('aria-label', `${plain}${side === null ? '' : `, ${side}`}: back to 0`)
  shape.className = `shape ${side ?? ''}`
  shape.append(label, reset)
  return { shape, input, output, reset }
}

const textElement = (tag: 'span' | 'small', textContent: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent })

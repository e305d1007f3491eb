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
  for (const [title, own] of groupBlendshapes(blendshapes)) {
    const made = own.map((named) => createSlider(named, stillBlendshapes.includes(named.name)))
    for (const slider of made) sliders.set(slider.input.name, slider)
    const touch = () => onTouch(OF_MOUTH.has(title))
    list.append(createGroup(title, made, touch))
    for (const slider of made) {
      slider.input.addEventListener('input', () => {
        touch()
        follow(slider)
        refresh()
      })
    }
  }
  const isShown = (weights: FaceWeights) =>
    [...sliders].every(([name, { input }]) => input.valueAsNumber === weightFor(input, weights[name]))
  const refresh = () => {
    for (const { input, output } of sliders.values()) output.textContent = input.valueAsNumber.toFixed(2)
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
  const follow = ({ input }: Slider) => {
    const other = together.checked ? sliders.get(rightOf(input.name)) : undefined
    if (other !== undefined) other.input.value = input.value
  }
  const link = () => {
    list.classList.toggle('together', together.checked)
    for (const slider of sliders.values()) follow(slider)
  }
  together.addEventListener('change', () => {
    link()
    refresh()
  })
  link()
  refresh()
  return {
    weights: () =>
      Object.fromEntries(
        [...sliders].flatMap(([name, { input }]) =>
          input.valueAsNumber > 0 ? [[name, input.valueAsNumber]] : [],
        ),
      ),
  }
}

/** What moves nothing stays where it is. */
const weightFor = ({ disabled }: HTMLInputElement, weight = 0): number => (disabled ? 0 : weight)

/** Groups whose shapes are seen at the mouth. */
const OF_MOUTH: ReadonlySet<string> = new Set(['Jaw', 'Mouth', 'Tongue'])

/** The other one of a pair; no name, for what is not a left one. */
const rightOf = (name: string): string => (/.Left$/.test(name) ? name.replace(/Left$/, 'Right') : '')

function createGroup(title: string, sliders: readonly Slider[], onOpen: () => void): HTMLElement {
  const group = document.createElement('details')
  const summary = document.createElement('summary')
  summary.append(title, textElement('span', sliders.length === 1 ? '1 shape' : `${sliders.length} shapes`))
  group.append(summary, ...sliders.map(({ label }) => label))
  group.addEventListener('toggle', () => group.open && onOpen())
  return group
}

type Slider = {
  readonly label: HTMLElement
  readonly input: HTMLInputElement
  readonly output: HTMLElement
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
  const label = document.createElement('label')
  if (side !== null) label.className = side
  label.append(text, input, output)
  return { label, input, output }
}

const textElement = (tag: 'span' | 'small', textContent: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent })

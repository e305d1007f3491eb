import type { FaceWeights } from '../figure/face-frames.js'
import type { FigureStage } from '../figure/figure-stage.js'
import { groupBlendshapes, type NamedBlendshape } from './blendshape-names.js'

/** Sliders that move the blendshapes of a model by hand. */
export type FacePanel = {
  /** The weights that are not 0. */
  weights(): FaceWeights
}

/**
 * Fills `list` with a slider for each blendshape, in groups that open; `onChange` is called after each change. Those that
 * move nothing of this model are there, and say so.
 */
export function createFacePanel(
  { list, reset }: { readonly list: HTMLElement; readonly reset: HTMLButtonElement },
  { blendshapes, stillBlendshapes }: Pick<FigureStage, 'blendshapes' | 'stillBlendshapes'>,
  onChange: () => void,
): FacePanel {
  const sliders = new Map<string, Slider>()
  for (const [title, own] of groupBlendshapes(blendshapes)) {
    const group = document.createElement('details')
    const summary = document.createElement('summary')
    const count = own.length === 1 ? '1 slider' : `${own.length} sliders`
    summary.append(title, textElement('span', count))
    group.append(summary)
    for (const blendshape of own) {
      const slider = createSlider(blendshape, stillBlendshapes.includes(blendshape.name))
      sliders.set(blendshape.name, slider)
      group.append(slider.label)
    }
    list.append(group)
  }
  const refresh = () => {
    for (const { input, output } of sliders.values()) output.textContent = input.valueAsNumber.toFixed(2)
    onChange()
  }
  for (const { input } of sliders.values()) input.addEventListener('input', refresh)
  reset.addEventListener('click', () => {
    for (const { input } of sliders.values()) input.value = '0'
    refresh()
  })
  return {
    weights: () =>
      Object.fromEntries(
        [...sliders].flatMap(([name, { input }]) =>
          input.valueAsNumber > 0 ? [[name, input.valueAsNumber]] : [],
        ),
      ),
  }
}

type Slider = {
  readonly label: HTMLElement
  readonly input: HTMLInputElement
  readonly output: HTMLElement
}

function createSlider({ name, plain }: NamedBlendshape, isStill: boolean): Slider {
  const input = Object.assign(document.createElement('input'), {
    ...{ type: 'range', min: '0', max: '1', step: '0.01', value: '0', name, disabled: isStill },
  })
  const output = Object.assign(textElement('span', '0.00'), { className: 'value' })
  // The slider itself says its value.
  output.setAttribute('aria-hidden', 'true')
  const text = textElement('span', `${plain} `)
  if (plain !== name || isStill)
    text.append(textElement('small', isStill ? `${name}: moves nothing here` : name))
  const label = document.createElement('label')
  label.append(text, input, output)
  return { label, input, output }
}

const textElement = (tag: 'span' | 'small', textContent: string): HTMLElement =>
  Object.assign(document.createElement(tag), { textContent })

import type { FaceWeights } from '../figure/face-frames.js'

/** Sliders that move the blendshapes of a model by hand. */
export type FacePanel = {
  /** The weights that are not 0. */
  weights(): FaceWeights
}

/** Fills `list` with a slider for each blendshape; `onChange` is called after each change. */
export function createFacePanel(
  { list, rest }: { readonly list: HTMLElement; readonly rest: HTMLButtonElement },
  names: readonly string[],
  onChange: () => void,
): FacePanel {
  const sliders = names.map((name) => {
    const slider = Object.assign(document.createElement('input'), {
      type: 'range',
      min: '0',
      max: '1',
      step: '0.01',
      value: '0',
    })
    slider.name = name
    slider.addEventListener('input', onChange)
    const label = document.createElement('label')
    label.append(name, slider)
    list.append(label)
    return slider
  })
  rest.addEventListener('click', () => {
    for (const slider of sliders) slider.value = '0'
    onChange()
  })
  return {
    weights: () =>
      Object.fromEntries(
        sliders.flatMap(({ name, valueAsNumber }) => (valueAsNumber > 0 ? [[name, valueAsNumber]] : [])),
      ),
  }
}

import type { FaceWeights } from '../figure/face-frames.js'

/** Sliders that move the blendshapes of a model by hand. */
export type FacePanel = {
  /** The weights that are not 0. */
  weights(): FaceWeights
}

/** Parts of a face, and how the names of their blendshapes begin. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['Eyes', /^eye/i],
  ['Brows', /^brow/i],
  ['Jaw', /^jaw/i],
  ['Mouth', /^mouth/i],
  ['Cheeks and nose', /^(?:cheek|nose)/i],
  ['Tongue', /^tongue/i],
]
const OTHERS = 'Others'

/**
 * Fills `list` with a slider for each blendshape, in groups that open; `onChange` is
 * called after each change.
 */
export function createFacePanel(
  { list, rest }: { readonly list: HTMLElement; readonly rest: HTMLButtonElement },
  names: readonly string[],
  onChange: () => void,
): FacePanel {
  const sliders = new Map(names.map((name) => [name, createSlider(name)]))
  const refresh = () => {
    for (const { input, output } of sliders.values()) output.textContent = input.valueAsNumber.toFixed(2)
    onChange()
  }
  for (const { input } of sliders.values()) input.addEventListener('input', refresh)
  for (const [title, own] of grouped(names)) {
    const group = document.createElement('details')
    const summary = document.createElement('summary')
    summary.append(title, Object.assign(document.createElement('span'), { textContent: String(own.length) }))
    group.append(summary, ...own.flatMap((name) => sliders.get(name)?.label ?? []))
    list.append(group)
  }
  rest.addEventListener('click', () => {
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

const partOf = (name: string): string => PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? OTHERS

/** The names by part of the face, without parts that have none. */
function grouped(names: readonly string[]): (readonly [string, readonly string[]])[] {
  return [...PARTS.map(([title]) => title), OTHERS]
    .map((title) => [title, names.filter((name) => partOf(name) === title)] as const)
    .filter(([, own]) => own.length > 0)
}

type Slider = {
  readonly label: HTMLElement
  readonly input: HTMLInputElement
  readonly output: HTMLElement
}

function createSlider(name: string): Slider {
  const input = Object.assign(document.createElement('input'), {
    ...{ type: 'range', min: '0', max: '1', step: '0.01', value: '0', name },
  })
  const output = Object.assign(document.createElement('span'), { className: 'value', textContent: '0.00' })
  // The slider itself says its value.
  output.setAttribute('aria-hidden', 'true')
  const label = document.createElement('label')
  label.append(Object.assign(document.createElement('span'), { textContent: name }), input, output)
  return { label, input, output }
}

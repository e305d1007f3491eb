/** Three layers, one over the other; that in the middle is for the nodes and hears the pointer. */
export function createLayers(container: HTMLElement) {
  const canvases = ['below', 'above'].map((name) => {
    const canvas = document.createElement('canvas')
    canvas.className = `layer ${name}`
    return canvas
  }) as [HTMLCanvasElement, HTMLCanvasElement]
  const middle = document.createElement('div')
  middle.className = 'layer'
  const [below, above] = canvases
  container.replaceChildren(below, middle, above)
  // A 2D context is only refused to a canvas that has another one.
  const contexts = canvases.map((canvas) => canvas.getContext('2d') as CanvasRenderingContext2D)
  const [belowContext, aboveContext] = contexts as [CanvasRenderingContext2D, CanvasRenderingContext2D]
  const resize = () => {
    const { clientWidth, clientHeight } = container
    for (const [index, canvas] of canvases.entries()) {
      canvas.width = clientWidth * devicePixelRatio
      canvas.height = clientHeight * devicePixelRatio
      contexts[index]?.scale(devicePixelRatio, devicePixelRatio)
    }
  }
  resize()
  return { below: belowContext, middle, above: aboveContext, resize }
}

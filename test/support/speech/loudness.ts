/** Integrated loudness of mono sound in LUFS (ITU-R BS.1770-4): K-weighting, 400 ms blocks, both gates. */
export function integratedLoudness(samples: Float32Array, sampleRate: number): number {
  const weighted = filter(filter(samples, highShelf(sampleRate)), highPass(sampleRate))
  const [block, step] = [Math.round(0.4 * sampleRate), Math.round(0.1 * sampleRate)]
  const powers: number[] = []
  for (let at = 0; at + block <= weighted.length; at += step) {
    let sum = 0
    for (const sample of weighted.subarray(at, at + block)) sum += sample * sample
    powers.push(sum / block)
  }
  const audible = powers.filter((power) => toLufs(power) > -70)
  const gate = toLufs(mean(audible)) - 10
  return toLufs(mean(audible.filter((power) => toLufs(power) > gate)))
}

const toLufs = (power: number) => -0.691 + 10 * Math.log10(power)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

type Coefficients = { readonly b: readonly [number, number, number]; readonly a: readonly [number, number] }

/** The standard's two filters, for any rate. */
function highShelf(sampleRate: number): Coefficients {
  const quality = 0.7071752369554196
  const gain = 10 ** (3.999843853973347 / 20)
  const band = gain ** 0.4996667741545416
  const warped = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const norm = 1 + warped / quality + warped ** 2
  return {
    b: [
      (gain + (band * warped) / quality + warped ** 2) / norm,
      (2 * (warped ** 2 - gain)) / norm,
      (gain - (band * warped) / quality + warped ** 2) / norm,
    ],
    a: [(2 * (warped ** 2 - 1)) / norm, (1 - warped / quality + warped ** 2) / norm],
  }
}

function highPass(sampleRate: number): Coefficients {
  const quality = 0.5003270373238773
  const warped = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const norm = 1 + warped / quality + warped ** 2
  return { b: [1, -2, 1], a: [(2 * (warped ** 2 - 1)) / norm, (1 - warped / quality + warped ** 2) / norm] }
}

function filter(samples: Float32Array, { b, a }: Coefficients): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map((x) => {
    const y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  })
}

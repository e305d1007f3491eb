/** A portion of a page's text from pdfjs. */
export type TextPortion = {
  readonly items: readonly TextItem[]
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>
}

export type TextItem = {
  readonly str: string
  /** Text matrix [a, b, c, d, x, y] in points, y upwards. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly fontName: string
}

/** A run of characters, in coordinates rotated so that the run is horizontal. */
export type TextRun = {
  readonly text: string
  /** Left end and baseline in points; y grows downwards. */
  readonly x: number
  readonly y: number
  readonly width: number
  /** Font size in points. */
  readonly size: number
  /** Position in the page's stream. */
  readonly order: number
  /** Degrees counter-clockwise. Runs with different angles are never joined. */
  readonly angle: number
}

/**
 * Ligatures and presentation forms, which are replaced by their letters. Done here and not in pdfjs, which would do it
 * before ordering the characters and so reverse Arabic ligatures.
 */
const COMPATIBLE =
  /[\u00a0\u2000-\u200a\u202f\ufb00-\ufb06\ufb13-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]/g

/** Drops white space, because spaces are derived from distances. */
export function toTextRuns({ items, styles }: TextPortion, before: number): TextRun[] {
  return items
    .filter(({ str }) => str.trim() !== '')
    .map((item, index) =>
      toTextRun(item, { order: before + index, vertical: styles[item.fontName]?.vertical === true }),
    )
}

/** Vertical writing is treated as text rotated by 90 degrees. */
function toTextRun(item: TextItem, { order, vertical }: { order: number; vertical: boolean }): TextRun {
  const [a = 1, b = 0, c = 0, d = 1, left = 0, up = 0] = item.transform
  const turned = Math.atan2(b, a) - (vertical ? Math.PI / 2 : 0)
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)]
  const advance = vertical ? item.height : item.width
  const x = left * cos + up * sin
  return {
    text: item.str.replace(COMPATIBLE, (form) => form.normalize('NFKC')),
    x: Math.min(x, x + advance),
    y: left * sin - up * cos,
    width: Math.abs(advance),
    size: (vertical ? Math.hypot(a, b) : Math.hypot(c, d)) || 1,
    order,
    angle: Math.round((turned * 180) / Math.PI / 5) * 5,
  }
}

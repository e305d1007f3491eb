/** What pdfjs tells of a page's text, a portion at a time. */
export type TextPortion = {
  readonly items: readonly TextItem[]
  readonly styles: Readonly<Record<string, { readonly vertical?: boolean }>>
}

export type TextItem = {
  readonly str: string
  /** The matrix that places the first glyph: [a, b, c, d, x, y], in points, y upwards. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly fontName: string
}

/** A run of characters, placed as if its page were turned so that the run reads from left to right. */
export type TextRun = {
  readonly text: string
  /** Left end and baseline in points; y grows downwards. */
  readonly x: number
  readonly y: number
  readonly width: number
  /** Height of the type. */
  readonly size: number
  /** Where it comes in the page's stream. */
  readonly order: number
  /** Degrees from level, counter-clockwise; texts of one page that are turned differently never mix. */
  readonly angle: number
}

/**
 * Ligatures, and forms that letters and marks take in a place: written as the letters that they stand for. Only once
 * the order of characters is settled (pdfjs would do it before), or a ligature in Arabic would come out backwards.
 */
const COMPATIBLE =
  /[\u00a0\u2000-\u200a\u202f\ufb00-\ufb06\ufb13-\ufdff\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]/g

/** Items that are white or have no place are dropped: spaces come from the distances. */
export function toTextRuns({ items, styles }: TextPortion, before: number): TextRun[] {
  return items
    .filter(({ str }) => str.trim() !== '')
    .map((item, index) =>
      toTextRun(item, { order: before + index, vertical: styles[item.fontName]?.vertical === true }),
    )
}

/** Vertical writing is text turned by a quarter whose lines go leftwards, and is placed so. */
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

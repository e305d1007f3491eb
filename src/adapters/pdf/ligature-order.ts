const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Makes pdfjs keep the letters of a right-to-left ligature in order. It gathers glyphs as they stand, from the left,
 * then turns the whole round, and with it the letters that one glyph stands for: lam-alef would come out as alef-lam.
 * A glyph's letters are made by `String.fromCodePoint`; there they are turned once before. Only for a thread that does
 * nothing else: it replaces a global.
 */
export function preserveLigatureOrder(): void {
  const real = String.fromCodePoint
  String.fromCodePoint = (...points) => {
    const text = real(...points)
    return points.length > 1 && points.length <= 4 && RIGHT_TO_LEFT.test(text)
      ? real(...points.reverse())
      : text
  }
}

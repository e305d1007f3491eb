/** In pixels. */
export type ImageSize = { readonly width: number; readonly height: number }

/** So many bytes from its beginning tell the size of every picture that was encoded here. */
export const IMAGE_HEAD_BYTES = 65_536

/** The size of a PNG, JPEG or WebP, from the bytes at its beginning; undefined when they do not tell it. */
export function readImageSize(head: Uint8Array): ImageSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const size = readSize(view)
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

/** Enough for the fixed part of each format. */
const SHORTEST = 30
const PNG_SIGNATURE = 0x89504e47
const JPEG_SIGNATURE = 0xffd8
const RIFF = 0x52494646
const WEBP = 0x57454250

function readSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < SHORTEST) return undefined
  if (view.getUint32(0) === PNG_SIGNATURE) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint16(0) === JPEG_SIGNATURE) return readJpegSize(view)
  return view.getUint32(0) === RIFF && view.getUint32(8) === WEBP ? readWebpSize(view) : undefined
}

/** The size is in the start of frame, after other segments, each of which tells its own length. */
function readJpegSize(view: DataView): ImageSize | undefined {
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    if (isStartOfFrame(view.getUint8(at + 1)))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // A segment includes the two bytes of its length.
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return undefined
}

/** SOF0 to SOF15; the numbers between them that are left out are other segments. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const VP8_LOSSY = 0x56503820
const VP8_LOSSLESS = 0x5650384c
const VP8_EXTENDED = 0x56503858

function readWebpSize(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case VP8_LOSSY:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case VP8_LOSSLESS: {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case VP8_EXTENDED:
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return undefined
  }
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

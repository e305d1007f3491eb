import { CHAT_IMAGE_BYTES } from '../../contract/limits.js'
import { domainError } from '../../domain/errors.js'
import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** Data that is not an image at all neither begins a turn nor interrupts one (docs/wire-protocol.md, Camera). */
export function handleCameraImage(connection: Connection, session: Session): void {
  onClientEvent(connection, 'camera_image', ({ image = '', text = '', request_id, sample_rate }) => {
    try {
      const picture = { bytes: decodeImage(image), text }
      session.picture(picture, { requestId: request_id, sampleRate: sample_rate })
    } catch (error) {
      session.noPicture(request_id)
      throw error
    }
  })
}

/** The base64 of the largest image, with 5 % for line breaks. */
const BASE64_LENGTH_MAX = (CHAT_IMAGE_BYTES / 3) * 4 * 1.05

function decodeImage(text: string): Uint8Array {
  if (text === '') throw invalidImageError('there is no image')
  if (text.length > BASE64_LENGTH_MAX) throw tooLargeError()
  const bytes = decodeBase64(text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text)
  if (bytes === undefined) throw invalidImageError('the image is not base64')
  if (bytes.length > CHAT_IMAGE_BYTES) throw tooLargeError()
  if (!isKnownImageType(bytes)) throw invalidImageError('the image must be a JPEG, PNG or WebP')
  return bytes
}

/**
 * Accepts both alphabets, white space, and missing padding. Node skips characters that are not base64, so invalid
 * input shows as a result that is too short for the length of the text.
 */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  const matchesLength = ({ length }: string) =>
    length % 4 !== 1 && Math.floor((length * 3) / 4) === bytes.length
  const unpadded = text.replace(/={1,2}\s*$/, '')
  return matchesLength(unpadded) || matchesLength(unpadded.replace(/\s+/g, '')) ? bytes : undefined
}

/** Checks the signature only; whether the rest is valid shows when the image is decoded. */
function isKnownImageType(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  const at8 = String.fromCharCode(...bytes.subarray(8, 12))
  const isJpeg = a === 0xff && b === 0xd8 && c === 0xff
  const isPng = a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47
  return isJpeg || isPng || (a === 0x52 && b === 0x49 && at8 === 'WEBP')
}

const invalidImageError = (why: string) => domainError('invalidCameraImage', why)
const tooLargeError = () => invalidImageError(`the image may have at most ${CHAT_IMAGE_BYTES / 2 ** 20} MB`)

import { CHAT_IMAGE_BYTES } from '../../contract/limits.js'
import { domainError } from '../../domain/errors.js'
import type { Session } from '../../domain/sessions/session.js'
import { type Connection, onClientEvent } from '../client-events.js'

/** A picture that cannot even be told to be one begins no turn and ends none (docs/wire-protocol.md, Camera). */
export function handleCameraImage(door: Connection, session: Session): void {
  onClientEvent(door, 'camera_image', ({ image = '', text = '', request_id, sample_rate }) => {
    try {
      const picture = { bytes: decodeImage(image), text }
      session.picture(picture, { requestId: request_id, sampleRate: sample_rate })
    } catch (error) {
      session.noPicture(request_id)
      throw error
    }
  })
}

/** The longest base64 of the largest picture, with some room for line breaks. */
const BASE64_LENGTH_MAX = (CHAT_IMAGE_BYTES / 3) * 4 * 1.05

function decodeImage(text: string): Uint8Array {
  if (text === '') throw invalidImageError('there is no image')
  if (text.length > BASE64_LENGTH_MAX) throw tooLarge()
  const bytes = decodeBase64(text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text)
  if (bytes === undefined) throw invalidImageError('the image is not base64')
  if (bytes.length > CHAT_IMAGE_BYTES) throw tooLarge()
  if (!isKnownImageType(bytes)) throw invalidImageError('the image must be a JPEG, PNG or WebP')
  return bytes
}

/** Either alphabet, white space, with padding or without. Node passes over what is no base64, so the length tells. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isWhole = ({ length }: string) => length % 4 !== 1 && Math.floor((length * 3) / 4) === bytes.length
  const bare = text.replace(/={1,2}\s*$/, '')
  return isWhole(bare) || isWhole(bare.replace(/\s+/g, '')) ? bytes : undefined
}

/** By its first bytes; whether the rest is sound shows when it is decoded. */
function isKnownImageType(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  const at8 = String.fromCharCode(...bytes.subarray(8, 12))
  const isJpeg = a === 0xff && b === 0xd8 && c === 0xff
  const isPng = a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47
  return isJpeg || isPng || (a === 0x52 && b === 0x49 && at8 === 'WEBP')
}

const invalidImageError = (why: string) => domainError('invalidCameraImage', why)
const tooLarge = () => invalidImageError(`the image may have at most ${CHAT_IMAGE_BYTES / 2 ** 20} MB`)

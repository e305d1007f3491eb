import { validSampleRate } from '../voice/engine.js'
import type { Camera, CameraPicture } from './camera.js'
import type { Said } from './speaking.js'

type PictureOptions = {
  /** Of the `camera_capture` that it answers. */
  readonly requestId?: string | undefined
  /** Hz of the reply's sound; undefined: the rate of the session. */
  readonly sampleRate?: number | undefined
}

/** What the player shows. */
export interface CameraInput {
  /**
   * The reply that asked for the picture goes on with it; one that nobody asked for is answered as a text is. What comes
   * too late is dropped.
   */
  picture(picture: CameraPicture, options?: PictureOptions): void
  /** The picture that was asked for cannot be read: nobody waits for it any longer. */
  noPicture(requestId: string | undefined): void
}

type CameraInputDeps = {
  readonly camera: Pick<Camera, 'answer'>
  /** What may be answered of what is said with a picture; undefined: nothing. */
  readonly admitMessage: (text: string) => string | undefined
  readonly answer: (said: Omit<Said, 'kind'>) => void
  /** The client is alive. */
  readonly onSign: () => void
}

export const createCameraInput = ({
  camera,
  admitMessage: hear,
  answer,
  onSign,
}: CameraInputDeps): CameraInput => ({
  picture: (picture, { requestId, sampleRate } = {}) => {
    if (camera.answer(requestId, picture)) return onSign()
    const words = hear(picture.text)
    if (words !== undefined)
      answer({ words, picture, isTextOnly: false, sampleRate: validSampleRate(sampleRate) })
  },
  noPicture: (requestId) => {
    onSign()
    camera.answer(requestId, undefined)
  },
})

import type { CameraPicture } from '../turns/turn.js'
import { validSampleRate } from '../voice/engine.js'
import type { Camera } from './camera.js'
import type { ReplyInput } from './speaking.js'

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
  /** The text that comes with a picture, as it may be answered; undefined: it is refused. */
  readonly admitMessage: (text: string) => string | undefined
  readonly answer: (input: Omit<ReplyInput, 'kind'>) => void
  /** The client is alive. */
  readonly onActivity: () => void
}

export const createCameraInput = ({
  camera,
  admitMessage,
  answer,
  onActivity,
}: CameraInputDeps): CameraInput => ({
  picture: (picture, { requestId, sampleRate } = {}) => {
    if (camera.answer(requestId, picture)) return onActivity()
    const text = admitMessage(picture.text)
    if (text !== undefined)
      answer({ text, picture, isTextOnly: false, sampleRate: validSampleRate(sampleRate) })
  },
  noPicture: (requestId) => {
    onActivity()
    camera.answer(requestId, undefined)
  },
})

/** Why the microphone cannot be used. */
export type DeviceErrorReason = 'denied' | 'missing' | 'busy' | 'insecure' | 'lost'

export class DeviceError extends Error {
  override readonly name = 'DeviceError'
  constructor(
    readonly reason: DeviceErrorReason,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

export const DEVICE_ERROR_TEXTS: Readonly<Record<DeviceErrorReason, string>> = {
  denied: 'The microphone is blocked. Allow it for this page in your browser, then try again.',
  missing: 'There is no microphone. Plug one in, then try again.',
  busy: 'The microphone cannot be used right now. Another program may have it.',
  insecure: 'Browsers give no microphone to a page that is not loaded over https.',
  lost: 'The microphone was disconnected. Plug it in, then try again.',
}

/** Why no microphone is offered where the service would hear it. */
export const INSECURE_TEXT = 'No microphone: browsers give it to pages loaded over https only.'

export const VOICE_TIMEOUT_TEXT = 'Voice was switched off, as nothing was said for a long time.'

export const NO_ACKNOWLEDGEMENT_TEXT = 'The service did not respond. Try again.'

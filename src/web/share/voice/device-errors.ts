/** Why there is no microphone in this browser. */
export type DeviceErrorReason = 'denied' | 'missing' | 'busy' | 'insecure' | 'lost'

export class DeviceError extends Error {
  override readonly name = 'DeviceError'
  constructor(
    readonly trouble: DeviceErrorReason,
    options?: ErrorOptions,
  ) {
    super(trouble, options)
  }
}

export const DEVICE_ERROR_TEXTS: Readonly<Record<DeviceErrorReason, string>> = {
  denied: 'The microphone is blocked. Allow it for this page in your browser, then try again.',
  missing: 'There is no microphone. Plug one in, then try again.',
  busy: 'The microphone cannot be used right now. Another program may have it.',
  insecure: 'Browsers give no microphone to a page that is not loaded over https.',
  lost: 'The microphone is gone. Plug it in, then try again.',
}

/** What the visitor reads when nothing was said for so long that the service stopped listening. */
export const VOICE_TIMEOUT_TEXT = 'Voice was switched off, as nothing was said for long.'

export const NO_ACKNOWLEDGEMENT_TEXT = 'The service did not take it. Try again.'

/** The paths that a WebRTC client asks for its room, by the WebSocket and, to learn why that failed, by HTTP. */
export const WEBRTC_PATHS = ['/rtc', '/rtc/validate', '/rtc/v1', '/rtc/v1/validate'] as const

export const WEBRTC_NOT_SUPPORTED =
  'Voice over WebRTC is not served here: set the voice transport to websocket'

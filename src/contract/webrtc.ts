/** The paths that a WebRTC client opens by WebSocket and, to learn why that failed, requests by HTTP. */
export const WEBRTC_PATHS = ['/rtc', '/rtc/validate', '/rtc/v1', '/rtc/v1/validate'] as const

export const WEBRTC_NOT_SUPPORTED =
  'Voice over WebRTC is not served here: set the voice transport to websocket'

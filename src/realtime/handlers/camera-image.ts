import { type Door, on } from '../on.js'

/** Vision is not built yet, and says so. */
export function handleCameraImage(door: Door): void {
  const message = 'Images are not available in this version of the server; use text'
  on(door, 'camera_image', () => void door.socket.emit('error', { error: 'not_supported', message }))
}

import { type Door, on } from '../on.js'

const NO_VOICE = {
  error: 'not_supported',
  message: 'Voice is not available in this version of the server; use text',
}

/** Voice is not built yet, and says so: whenever it is switched, and once for a stream of audio. */
export function handleVoice(door: Door): void {
  const { socket } = door
  let wasTold = false
  on(door, 'start_voice', () => void socket.emit('voice_error', NO_VOICE))
  on(door, 'stop_voice', () => void socket.emit('voice_error', NO_VOICE))
  on(door, 'stream_audio', () => {
    if (!wasTold) socket.emit('voice_error', NO_VOICE)
    wasTold = true
  })
}

import type { ClientEventName, ServerEventName } from './events.js'

/** What each event of a client is for, for the AsyncAPI document (docs/wire-protocol.md, Client events). */
export const CLIENT_EVENT_SUMMARIES: Readonly<Record<ClientEventName, string>> = {
  authenticate:
    'Starts the session of a connection without an `auth` payload: once, within 15 seconds. Answered by `session_info` or `auth_error`.',
  text: 'The player writes something. Answered by `bot_response`, in chunks; blank text is ignored.',
  say_line: 'Has the character say this line word for word. No language model is asked.',
  client_interrupt: 'Stops the current reply, or only the one that is named.',
  audio_playback_complete: 'The client has played the whole reply: all that was sent of it counts as heard.',
  update_preferences: 'Accepted, without effect.',
  start_voice:
    'Opens the recogniser; `turn_mode` is `push_to_talk`, or absent if the server finds the ends of turns. Answered by `voice_started`.',
  stream_audio: 'Sound of the microphone, about 100 ms at a time.',
  stop_voice: 'Ends the turn that was begun and closes the recogniser. Answered by `voice_stopped`.',
  camera_image:
    'A picture: of its own accord, or as the answer to `camera_capture`. The character answers it.',
  livekit_token: 'WebRTC is not served; answered by `livekit_token` and `livekit_error` at once.',
  livekit_join: 'WebRTC is not served; answered by `livekit_error`.',
  subscribe_encounter: 'Follows an encounter of two characters from its beginning, however late it comes.',
}

/** What each event of the server tells (docs/wire-protocol.md, Server events). */
export const SERVER_EVENT_SUMMARIES: Readonly<Record<ServerEventName, string>> = {
  session_info: 'The session has started. Events that were sent before it are ignored.',
  auth_error: 'The credentials were refused. The connection closes; the same ones must not be tried again.',
  session_rejected: 'The share has as many open sessions as it may have. The connection closes.',
  session_timeout: 'Nothing happened for so long that the session ends. The connection closes.',
  error: 'Something failed, or an event was refused; the session goes on. `error` is the code.',
  quota_exceeded: 'The turns of the share are used up. The character says a closing line.',
  bot_response:
    'The reply of the character, in chunks. Show the `text` of each after the one before; the last (`is_final`) has the whole reply: show it instead.',
  interrupt: 'The reply was interrupted; nothing more of it follows.',
  client_action:
    'The character does something in the client, such as wave. Only for clients with the capability `client_action`.',
  memory_updated: 'The character has remembered something of the conversation.',
  bot_voice: 'Sound of a reply, sent shortly before it is to be played.',
  bot_animation: 'One frame of the face: the weights of 52 blendshapes, to be shown with the sound.',
  stt_response: 'What was recognised of the speech so far, or of the whole turn.',
  voice_started: 'The recogniser is open.',
  voice_stopped: 'The recogniser is closed, or the button was released.',
  voice_timeout: 'Nothing was said for a long time, so the recogniser is closed. The session goes on.',
  voice_error: 'Voice failed; the session goes on in writing.',
  camera_capture:
    'The character wants to see something: answer with `camera_image` and the same `request_id`.',
  turn_metrics: 'How long each stage of a turn with voice took, in milliseconds.',
  livekit_token: 'An address that refuses at once, for clients that ask for WebRTC.',
  livekit_error: 'WebRTC is not served; the text says what to do.',
  encounter_message: 'One turn of an encounter.',
  encounter_voice: 'Sound of an encounter, after the turn that it belongs to.',
  encounter_end: 'The encounter is over.',
}

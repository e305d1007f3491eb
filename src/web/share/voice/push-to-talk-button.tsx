import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { createPushToTalk, type PushToTalk } from './push-to-talk.js'
import type { VisitorVoice } from './visitor-voice.js'

type PushToTalkButtonProps = {
  readonly voice: VisitorVoice
  readonly isHeld: boolean
  readonly isReady: boolean
}

/** Push-to-talk by pointer, touch or space bar, held or tapped. */
export function PushToTalkButton({ voice, isHeld, isReady }: PushToTalkButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const talk = useMemo(
    () =>
      createPushToTalk({
        isHeld: () => voice.state().isHeld,
        press: voice.press,
        release: voice.release,
        now: () => performance.now(),
      }),
    [voice],
  )
  // Layout effects, so that the space bar works as soon as the button is visible; other effects run after the paint.
  useLayoutEffect(() => button.current?.focus(), [])
  useLayoutEffect(() => bindSpaceBar(talk, voice.release), [talk, voice])
  return (
    <button
      type="button"
      class="talk-button"
      ref={button}
      aria-pressed={isHeld}
      disabled={!isReady}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        talk.down()
      }}
      onPointerUp={talk.up}
      onPointerCancel={talk.up}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        // Clicks with a detail were handled as pointer events.
        if (detail === 0) talk.tap()
      }}
    >
      {isHeld ? 'Listening …' : 'Hold to talk'}
    </button>
  )
}

/** Listens on the whole page, except where the focused element uses the space bar. */
function bindSpaceBar(talk: PushToTalk, release: () => void): () => void {
  const isTalkKey = ({ code, target }: KeyboardEvent) =>
    code === 'Space' &&
    target instanceof Element &&
    target.closest('textarea, input, a, button:not(.talk-button)') === null
  const down = (event: KeyboardEvent) => {
    if (!isTalkKey(event)) return
    event.preventDefault()
    if (!event.repeat) talk.down()
  }
  const up = (event: KeyboardEvent) => {
    if (!isTalkKey(event)) return
    event.preventDefault()
    talk.up()
  }
  document.addEventListener('keydown', down)
  document.addEventListener('keyup', up)
  // The release of a key over another window is not reported.
  window.addEventListener('blur', release)
  return () => {
    document.removeEventListener('keydown', down)
    document.removeEventListener('keyup', up)
    window.removeEventListener('blur', release)
  }
}

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { createPushToTalk, type PushToTalk } from './push-to-talk.js'
import type { VisitorVoice } from './visitor-voice.js'

type PushToTalkButtonProps = {
  readonly voice: VisitorVoice
  readonly isHeld: boolean
  readonly isReady: boolean
}

/** Held by a finger, a pointer or the space bar, or tapped. */
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
  // The space bar is at hand as soon as the button is there to be seen; other effects come after the picture.
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
        // The other clicks came as pointers.
        if (detail === 0) talk.tap()
      }}
    >
      {isHeld ? 'Listening …' : 'Hold to talk'}
    </button>
  )
}

/** Wherever the focus is, but where a space means something else. */
function bindSpaceBar(talk: PushToTalk, release: () => void): () => void {
  const isFor = ({ code, target }: KeyboardEvent) =>
    code === 'Space' &&
    target instanceof Element &&
    target.closest('textarea, input, a, button:not(.talk-button)') === null
  const down = (event: KeyboardEvent) => {
    if (!isFor(event)) return
    event.preventDefault()
    if (!event.repeat) talk.down()
  }
  const up = (event: KeyboardEvent) => {
    if (!isFor(event)) return
    event.preventDefault()
    talk.up()
  }
  document.addEventListener('keydown', down)
  document.addEventListener('keyup', up)
  // Nobody tells when a key is let go over another window.
  window.addEventListener('blur', release)
  return () => {
    document.removeEventListener('keydown', down)
    document.removeEventListener('keyup', up)
    window.removeEventListener('blur', release)
  }
}

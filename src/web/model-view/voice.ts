import { findActionClip, findClip } from '../figure/clip-names.js'
import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'
import type { SpokenReply } from './page-data.js'
import { createSpeech, type Speech } from './speech.js'
import { offerTimeBar } from './time-bar.js'

type AroundSpeech = {
  playChosen(): void
  /** Holds all that plays, or has it go on. */
  togglePause(): void
  /** Whether the user wants it to stand still: in the rest pose, or paused. */
  isStill(): boolean
  tell(): void
  lookAtSpeaker(): void
}

/** What is offered, and by which key it begins and ends. */
export type Voice = Speech & { toggle(): void }

/**
 * Offers to hear the line, with its words marked as they are heard, and to hold any moment of it, which only the end and
 * Stop let go of. While it speaks, the figure plays the clip for talking, if it has one and does not stand still, then
 * again the one that is chosen; what is held with it stays in its pose.
 */
export function offerVoice(stage: FigureStage, spoken: SpokenReply, around: AroundSpeech): Voice {
  const { togglePause, isStill, tell, lookAtSpeaker } = around
  const repeat = element('repeat', HTMLInputElement)
  const mark = offerLine(spoken.text)
  const time = offerTimeBar('voice-time', (seconds) => {
    lookAtSpeaker()
    speech.hold(seconds)
  })
  /** Also moves the face of a figure that is stopped. */
  const show = () => {
    stage.refreshFace()
    mark(speech.heard())
    time.show({ at: speech.at(), duration: speech.duration }, speech.isHeld())
  }
  const follow = () => {
    show()
    if (speech.isSpeaking()) requestAnimationFrame(follow)
  }
  const gesture = createGestures(stage, around)
  const speech = createSpeech(spoken, {
    onChange() {
      showState(speech)
      // What was held goes on before it is changed, or there would be no fade.
      tell()
      gesture(speech)
      show()
      if (speech.isSpeaking()) requestAnimationFrame(follow)
    },
    isRepeated: () => repeat.checked,
    onAction(name) {
      const clip = findActionClip(name, stage.clips)
      if (clip !== undefined && !isStill()) stage.playOnce(clip)
    },
  })
  const toggle = () => {
    if (speech.isSpeaking()) return speech.stop()
    lookAtSpeaker()
    speech.start()
  }
  const speakOrPause = () => {
    if (!speech.isSpeaking() && !speech.isHeld()) return toggle()
    lookAtSpeaker()
    togglePause()
  }
  for (const own of speakButtons()) {
    own.hidden = false
    own.addEventListener('click', speakOrPause)
  }
  button('voice-stop').addEventListener('click', speech.stop)
  // Elsewhere Space holds what plays; here it also begins to speak.
  element('voice-time', HTMLInputElement).addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    speakOrPause()
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') speech.stop()
  })
  element('spoken', HTMLElement).hidden = false
  show()
  return { ...speech, toggle }
}

/** In a narrow window the one in the picture is there, which stays in sight. */
const speakButtons = () => [button('speak'), button('speak-here')]

function showState(speech: Speech): void {
  const [isSpeaking, isHeld] = [speech.isSpeaking(), speech.isHeld()]
  const next = isSpeaking ? 'Pause' : 'Speak'
  for (const own of speakButtons()) own.textContent = isHeld ? 'Go on' : next
  const isStill = !isSpeaking && !isHeld
  button('voice-stop').disabled = isStill
  element('voice-face', HTMLElement).hidden = isStill
  document.body.dataset['voice'] = isSpeaking ? 'speaking' : 'still'
}

/** Returns what has the figure gesture while it speaks. */
function createGestures(stage: FigureStage, { playChosen, isStill }: AroundSpeech): (speech: Speech) => void {
  const talk = findClip('talk', stage.clips)
  let isTalking = false
  return (speech) => {
    if (speech.isSpeaking()) {
      if (talk === undefined || isStill()) return
      isTalking = true
      stage.loop(talk)
    } else if (isTalking && !speech.isHeld()) {
      isTalking = false
      playChosen()
    }
  }
}

/** Shows the line, and returns what marks a part of it. */
function offerLine(text: string): (heard: readonly [from: number, to: number] | null) => void {
  const [before, marked, after] = [new Text(text), document.createElement('mark'), new Text()]
  element('line', HTMLElement).replaceChildren(before, marked, after)
  return (heard) => {
    const [start, to] = heard ?? [text.length, text.length]
    const from = to - text.slice(start, to).trimStart().length
    before.data = text.slice(0, from)
    marked.textContent = text.slice(from, to)
    after.data = text.slice(to)
  }
}

import { useState } from 'preact/hooks'
import type { TranscriptLine } from '../conversation/transcript.js'

/** It would be a strip with a tiny figure. */
const SHORT = '(max-height: 37rem)'

/** How often a visitor has spoken when the words need the room. */
const TURNS = 3

type FigureSize = {
  /** Empty: as large as the window has room for. */
  readonly size: 'large-figure' | 'small-figure' | ''
  /** The visitor wants to see it. */
  readonly enlarge: () => void
  /** The visitor reads further up. */
  readonly shrink: () => void
}

/** In a narrow window the figure is above the words: it becomes a portrait by itself, and a figure again when it is wanted. */
export function useFigureSize(lines: readonly TranscriptLine[]): FigureSize {
  const turns = lines.filter(({ who }) => who === 'visitor').length
  const [wanted, setWanted] = useState<FigureSize['size']>(matchMedia(SHORT).matches ? 'small-figure' : '')
  return {
    size: wanted || (turns < TURNS ? '' : 'small-figure'),
    enlarge: () => setWanted('large-figure'),
    shrink: () => setWanted('small-figure'),
  }
}

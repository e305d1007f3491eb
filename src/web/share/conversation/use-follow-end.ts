import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { TranscriptLine } from './transcript.js'

/** A reader who is so near to the end reads there, in pixels. */
const NEAR = 40

/** Pixels of the list below what is seen. */
const belowOf = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight

type FollowEnd = {
  readonly list: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  /** Whether `end` is not what the reader saw when they left it. */
  readonly hasNews: boolean
  readonly goToEnd: () => void
}

/**
 * Keeps the end of the list in view while the reader is there, and leaves a reader who has scrolled up in peace. Whoever
 * says something is taken to its end. `shown`: how much of the lines is shown, if not all. `end`: what stands there.
 */
export function useFollowEnd(
  lines: readonly TranscriptLine[],
  shown: unknown,
  end: string | undefined,
): FollowEnd {
  const list = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const [hasNews, setNews] = useState(false)
  /** Where the list was put last, or where the reader was when they scrolled. */
  const knownTop = useRef(0)
  const follow = useCallback(() => {
    const { current } = list
    if (current === null || !isFollowing.current) return
    // Browsers tell of a scroll with the next frame only; until then the reader's own must not be undone.
    if (knownTop.current - current.scrollTop > NEAR && belowOf(current) > NEAR) {
      isFollowing.current = false
      return setAtEnd(false)
    }
    current.scrollTop = current.scrollHeight
    knownTop.current = current.scrollTop
  }, [])
  const goToEnd = useCallback(() => {
    isFollowing.current = true
    knownTop.current = 0
    setAtEnd(true)
    setNews(false)
    follow()
  }, [follow])

  /** What stood at the end when the reader left it. */
  const seen = useRef(end)
  const lastOwn = lines.findLast(({ who }) => who === 'visitor')?.id
  useLayoutEffect(goToEnd, [lastOwn, goToEnd])
  // `lines` and `shown` tell that the list has grown.
  useLayoutEffect(() => {
    follow()
    if (isFollowing.current) seen.current = end
    else if (end !== seen.current) setNews(true)
  }, [lines, shown, end, follow])
  useEffect(() => {
    const { current } = list
    if (current === null) return
    let box = current.getBoundingClientRect()
    const onScroll = () => {
      // A list whose size has changed leaves its place without the reader.
      if (current.getBoundingClientRect().height !== box.height) return
      const isNear = belowOf(current) <= NEAR
      knownTop.current = current.scrollTop
      isFollowing.current = isNear
      setAtEnd(isNear)
      if (isNear) setNews(false)
    }
    current.addEventListener('scroll', onScroll, { passive: true })
    // The voice panel and the keyboard of a phone shrink the list. Where its top moves, what is read stays at its place.
    const observer = new ResizeObserver(() => {
      const { top } = box
      box = current.getBoundingClientRect()
      if (!isFollowing.current && box.top !== top) {
        current.scrollTop = knownTop.current + box.top - top
        knownTop.current = current.scrollTop
      }
      follow()
    })
    observer.observe(current)
    return () => {
      current.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [follow])
  return { list, isAtEnd, hasNews, goToEnd }
}

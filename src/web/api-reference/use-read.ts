import { useEffect, useState } from 'preact/hooks'

/** A thin band below the top of what is seen: what lies in it is read. */
const BAND = '-25% 0px -74% 0px'

/** The id of the operation or event that is read: what the address names, until somebody scrolls to another one. */
export function useRead(target: string): string {
  const [read, setRead] = useState(target)
  useEffect(() => {
    setRead(target)
    let isFirst = true
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        // What is chosen at the end of a chapter does not come up so far.
        if (!isFirst && entered !== undefined) setRead(entered.target.id)
        isFirst = false
      },
      { rootMargin: BAND },
    )
    for (const article of document.querySelectorAll('main article[id]')) observer.observe(article)
    return () => observer.disconnect()
  }, [target])
  return read
}

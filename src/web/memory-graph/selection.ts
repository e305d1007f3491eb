/** What leaves something out, and the order of what is left, as the address of the page has them; empty: none. */
const NAMES = ['q', 'time', 'kinds', 'order'] as const
export type Kept = Readonly<Record<(typeof NAMES)[number], string>>

const CHOOSE = 'choose'
/** Browsers refuse addresses that change with every step of a slider. */
const WRITE_AFTER_MS = 200

const inAddress = (): URLSearchParams => new URLSearchParams(location.hash.slice(1))

const chosenInAddress = (): string | null => inAddress().get(CHOOSE)

function keptInAddress(): Kept {
  const words = inAddress()
  const [q, time, kinds, order] = NAMES.map((name) => words.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  return { q, time, kinds, order }
}

function addressWith(id: string | null, kept: Kept): string {
  const named = [[CHOOSE, id ?? ''], ...NAMES.map((name) => [name, kept[name]])]
  return `#${new URLSearchParams(named.filter(([, value]) => value !== ''))}`
}

/** The address of a node on this page, as it is filtered now. */
export const addressOf = (id: string): string => addressWith(id, keptInAddress())

type Settings = {
  /** Called for every choice, whoever made it. */
  show(id: string | null): void
  /** Filters as the address says. */
  filter(kept: Kept): void
}

/**
 * Keeps what is chosen, and what leaves something out, in the address of the page: it can be sent to somebody, and outlasts
 * that the page is left. The browser's Back undoes a choice.
 */
export function createSelection({ show, filter }: Settings) {
  let kept = keptInAddress()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What the address says is no new choice. */
  let isFollowing = false
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const address = addressWith(chosenInAddress(), kept)
    if (address !== `#${location.hash.slice(1)}`) history.replaceState(null, '', address)
  }
  const follow = (isFirst: boolean) => {
    const now = keptInAddress()
    const isOther = NAMES.some((name) => now[name] !== (isFirst ? '' : kept[name]))
    clearTimeout(timer)
    timer = undefined
    isFollowing = true
    if (isOther) filter(now)
    isFollowing = false
    const id = chosenInAddress()
    if (!isFirst || id !== null) show(id)
  }
  for (const event of ['popstate', 'hashchange'] as const) addEventListener(event, () => follow(false))
  return {
    choose: (id: string | null) => {
      if (isFollowing) return
      if (timer !== undefined) write()
      if (id !== chosenInAddress()) history.pushState(null, '', addressWith(id, kept))
      show(id)
    },
    /** Writes them down when no more follow at once. */
    keep: (now: Kept) => {
      kept = now
      timer ??= setTimeout(write, WRITE_AFTER_MS)
    },
    /** Shows what the address says, if it says something. */
    begin: () => follow(true),
  }
}

/** What an activity waits for: processor time of a process, time, or whatever calls it when it may go on. */
type Step =
  | { readonly process: object; readonly ms: number }
  | { readonly process: undefined; readonly ms: number }
  | ((goOn: () => void) => void)

type Activity = Generator<Step, void, void>

/** So much processor time of a process, which does one thing after the other. */
export const work = (process: object, ms: number): Step => ({ process, ms })

/** Time in which no processor is needed. */
export const wait = (ms: number): Step => ({ process: undefined, ms })

export type Scheduler = {
  /** Virtual milliseconds. */
  now(): number
  start(activity: Activity): void
  runUntil(ms: number): void
  /** Milliseconds of processor time that were taken, by all together. */
  busyMs(): number
  /** A step that ends with the only lock; who asks first has it first. */
  readonly lock: (goOn: () => void) => void
  unlock(): void
}

type Task = { readonly process: object; readonly ms: number; readonly done: () => void }

/**
 * Activities on a few cores: whatever is ready first gets the next one that is free, and keeps it until it is done. What gets
 * the last free core takes `crowding` times as long, because cores share caches and memory.
 */
export function createScheduler(cores: number, crowding: number): Scheduler {
  const timeline = createTimeline()
  const ready: Task[] = []
  const running = new Set<object>()
  const lock = createLock()
  let busy = 0

  const fillCores = () => {
    while (running.size < cores) {
      const at = ready.findIndex(({ process }) => !running.has(process))
      const [task] = at === -1 ? [] : ready.splice(at, 1)
      if (task === undefined) return
      running.add(task.process)
      const ms = running.size === cores ? task.ms * crowding : task.ms
      timeline.add(ms, () => {
        running.delete(task.process)
        busy += ms
        task.done()
        fillCores()
      })
    }
  }
  const advance = (activity: Activity): void => {
    const { value: step, done } = activity.next()
    if (done === true) return
    const goOn = () => advance(activity)
    if (typeof step === 'function') step(goOn)
    else if (step.process === undefined) timeline.add(step.ms, goOn)
    else {
      ready.push({ process: step.process, ms: step.ms, done: goOn })
      fillCores()
    }
  }
  return {
    now: timeline.now,
    start: advance,
    runUntil: timeline.runUntil,
    busyMs: () => busy,
    lock: lock.take,
    unlock: lock.giveBack,
  }
}

function createTimeline() {
  const events: { readonly at: number; readonly due: () => void }[] = []
  let now = 0
  return {
    now: () => now,
    /** Behind whatever is due at the same time. */
    add(ms: number, due: () => void): void {
      const at = now + ms
      let place = events.length
      while (place > 0 && (events[place - 1]?.at ?? 0) > at) place -= 1
      events.splice(place, 0, { at, due })
    },
    runUntil(end: number): void {
      for (let next = events[0]; next !== undefined && next.at <= end; next = events[0]) {
        events.shift()
        now = next.at
        next.due()
      }
      now = end
    },
  }
}

function createLock() {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    take(goOn: () => void): void {
      if (isTaken) {
        waiting.push(goOn)
        return
      }
      isTaken = true
      goOn()
    },
    giveBack(): void {
      const next = waiting.shift()
      if (next === undefined) isTaken = false
      else next()
    },
  }
}

export type ScheduledTask = { readonly at: number; readonly run: () => void | Promise<void> }

export interface TimerQueue {
  /** What is due first. */
  peek(): ScheduledTask | undefined
  add(due: ScheduledTask): void
  remove(due: ScheduledTask): void
}

/** What is scheduled, in order of time; what is due at the same time stays in the order it was added. */
export function createTimerQueue(): TimerQueue {
  const queue: ScheduledTask[] = []
  return {
    peek: () => queue[0],
    add: (due) => {
      queue.splice(insertionIndex(queue, due.at), 0, due)
    },
    remove: (due) => {
      const place = queue.indexOf(due)
      if (place >= 0) queue.splice(place, 1)
    },
  }
}

function insertionIndex(queue: readonly ScheduledTask[], at: number): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = queue[middle]
    if (other !== undefined && other.at <= at) low = middle + 1
    else high = middle
  }
  return low
}

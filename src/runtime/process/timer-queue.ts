export type Due = { readonly at: number; readonly run: () => void | Promise<void> }

export interface Agenda {
  /** What is due first. */
  first(): Due | undefined
  add(due: Due): void
  remove(due: Due): void
}

/** What is scheduled, in order of time; what is due at the same time stays in the order it was added. */
export function createAgenda(): Agenda {
  const queue: Due[] = []
  return {
    first: () => queue[0],
    add: (due) => {
      queue.splice(placeFor(queue, due.at), 0, due)
    },
    remove: (due) => {
      const place = queue.indexOf(due)
      if (place >= 0) queue.splice(place, 1)
    },
  }
}

function placeFor(queue: readonly Due[], at: number): number {
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

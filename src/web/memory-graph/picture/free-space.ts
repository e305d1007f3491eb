export type Rectangle = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const CELL = 64

/** Which rectangles of the screen are taken, looked up by the cells of a grid that they touch. */
export function createFreeSpace() {
  const cells = new Map<string, Rectangle[]>()
  const touched = ({ x, y, width, height }: Rectangle): string[] => {
    const keys: string[] = []
    for (let column = Math.floor(x / CELL); column <= Math.floor((x + width) / CELL); column++) {
      for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) {
        keys.push(`${column} ${row}`)
      }
    }
    return keys
  }
  const meets = (a: Rectangle, b: Rectangle): boolean =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  const isFree = (wanted: Rectangle, keys = touched(wanted)): boolean =>
    keys.every((key) => !cells.get(key)?.some((other) => meets(wanted, other)))
  return {
    /** Whether nothing lies there. */
    isFree: (wanted: Rectangle) => isFree(wanted),
    /** Takes the rectangle unless something lies there already, or always if `isForced`. */
    take(wanted: Rectangle, isForced = false): boolean {
      const keys = touched(wanted)
      if (!isForced && !isFree(wanted, keys)) return false
      for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), wanted])
      return true
    },
  }
}

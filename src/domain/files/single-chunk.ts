/** A value that is there as a whole, for what takes a stream of them. */
export async function* singleChunk<T>(whole: T): AsyncGenerator<T> {
  yield whole
}

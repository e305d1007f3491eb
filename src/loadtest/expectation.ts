const BETWEEN_SLASHES = /^\/(.+)\/([a-z]*)$/s

/** Whether a reply is what a scenario expects: contains the text, or matches what stands between slashes. */
export function isAsExpected(reply: string, expected: string | undefined): boolean {
  if (expected === undefined) return true
  const [, pattern, flags] = BETWEEN_SLASHES.exec(expected) ?? []
  return pattern === undefined ? reply.includes(expected) : new RegExp(pattern, flags).test(reply)
}

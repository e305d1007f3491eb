/** The milliseconds of the processor that this process has spent since: no matter what else the machine does. */
export function countProcessorTime(): () => number {
  const begun = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }
}

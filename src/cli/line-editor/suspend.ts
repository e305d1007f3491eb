/** Where nothing stops the process it goes on after so long. */
const NOT_STOPPED_MS = 100

/** Stops the process as Ctrl-Z does in a shell, where somebody can wake it again; calls back when it goes on. */
export function suspendProcess(resume: () => void): void {
  const wake = () => {
    clearTimeout(patience)
    process.off('SIGCONT', wake)
    resume()
  }
  const patience = setTimeout(wake, NOT_STOPPED_MS)
  process.on('SIGCONT', wake)
  if (process.platform !== 'win32') process.kill(process.pid, 'SIGTSTP')
}

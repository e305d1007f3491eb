// Makes the rules that find memories fail on certain words, as a rule with a fault would. Loaded into the thread that
// reads: by the worker beside this file, or with `--require`, which Node heeds in the threads of a process too.
const { isMainThread } = require('node:worker_threads')

let counted = 0
const FAULTS = {
  'never ends': () => {
    for (;;);
  },
  'eats memory': () => {
    const eaten = []
    for (;;) eaten.push(Array.from({ length: 1000 }, () => ({})))
  },
  'ends the process': () => {
    process.kill(process.pid, 'SIGKILL')
    for (;;);
  },
  'fails at once': () => {
    throw new Error('the rule fails')
  },
  'counts the readings': () => {
    counted += 1
    throw new Error(`reading ${counted} of this thread`)
  },
}

if (!isMainThread) {
  const { test } = RegExp.prototype
  const { includes } = String.prototype
  RegExp.prototype.test = function (text) {
    for (const words of Object.keys(FAULTS)) if (includes.call(text, words)) FAULTS[words]()
    return test.call(this, text)
  }
}

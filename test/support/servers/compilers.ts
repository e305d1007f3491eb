import { createCompilers } from '../../../src/http/create-app.js'

/** Compiling the schemas takes longer than most tests: each is compiled once in a process. */
export const compilers = createCompilers()

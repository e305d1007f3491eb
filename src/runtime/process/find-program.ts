/** For commands, which play and record with the machine's own programs. */
export { findProgram } from '../../adapters/speech/system-programs.js'

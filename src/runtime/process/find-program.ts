/** Re-exported for commands, which may not import adapters and play and record with system programs. */
export { findProgram } from '../../adapters/speech/system-programs.js'

import { setImmediate } from 'node:timers/promises'
import type { Timers } from '../../domain/clock.js'
import { createEventLoopYielder, type EventLoopYielder } from '../../domain/yield-to-event-loop.js'

/** Resumes with the next turn of the event loop: a timer takes a millisecond at least, for every 5 ms of work. */
export const createImmediateYielder = ({ elapsed }: Pick<Timers, 'elapsed'>): EventLoopYielder =>
  createEventLoopYielder({ elapsed, sleep: () => setImmediate() })

import { createScheduler, type Scheduler, wait, work } from './scheduler.js'
import type { UnitCosts } from './unit-costs.js'

/** What is simulated: so many servers with so many clients each, and a process of players beside each server. */
export type Setup = {
  readonly servers: number
  readonly clientsEach: number
  readonly cores: number
  /** Virtual time that is counted, after a tenth of it that is not. */
  readonly ms: number
}

export type Simulated = {
  readonly turnsPerSecond: number
  /** For each turn: those who wait in one server share one. */
  readonly transactions: number
  /** Shares of the time: of all cores, of the one row that is locked, of waiting for the disk. */
  readonly cores: number
  readonly lock: number
  readonly sync: number
}

/** A server with its two connections; what a process does, it does one after the other. */
type Server = {
  readonly process: object
  readonly threads: object
  readonly writer: object
  readonly follower: object
  /** Commits that wait for the turn of this server: each goes on with its client when called. */
  readonly waiting: (() => void)[]
  isWriting: boolean
  /** Called when it waits for no turn and takes none. */
  readonly whenIdle: (() => void)[]
  isFollowing: boolean
  /** Commits of others that it has not applied, and whether it was told of some. */
  missed: number
  isTold: boolean
}

type World = {
  readonly costs: UnitCosts
  readonly servers: readonly Server[]
  readonly scheduler: Scheduler
  readonly counts: { turns: number; transactions: number; locked: number; synced: number }
}

/**
 * Clients who say something as soon as they have been answered; servers that take turns for the one row, each with all that
 * waits in it; all of them on a few cores, of which whatever is ready first gets the next that is free.
 */
export function simulate(costs: UnitCosts, setup: Setup): Simulated {
  const scheduler = createScheduler(setup.cores, costs.crowding)
  const counts = { turns: 0, transactions: 0, locked: 0, synced: 0 }
  const servers = Array.from({ length: setup.servers }, newServer)
  const world: World = { costs, servers, scheduler, counts }
  for (const server of servers) {
    const players = {}
    for (let client = 0; client < setup.clientsEach; client += 1)
      scheduler.start(talk(world, server, players))
  }
  scheduler.runUntil(setup.ms / 10)
  const before = { ...counts, busy: scheduler.busyMs() }
  scheduler.runUntil(setup.ms * 1.1)
  const turns = counts.turns - before.turns
  return {
    turnsPerSecond: (turns * 1000) / setup.ms,
    transactions: (counts.transactions - before.transactions) / Math.max(turns, 1),
    cores: (scheduler.busyMs() - before.busy) / (setup.ms * setup.cores),
    lock: (counts.locked - before.locked) / setup.ms,
    sync: (counts.synced - before.synced) / setup.ms,
  }
}

const newServer = (): Server => ({
  ...{ process: {}, threads: {}, writer: {}, follower: {}, waiting: [], whenIdle: [], missed: 0 },
  ...{ isWriting: false, isFollowing: false, isTold: false },
})

/** A turn needs so many commits; where that is no whole number, some turns need one more than others. */
function* talk(world: World, server: Server, players: object) {
  const { costs, counts } = world
  for (let due = 0; ; counts.turns += 1) {
    yield work(players, costs.player)
    world.scheduler.start(workAside(server.threads, costs.threads))
    for (due += costs.commits; due >= 1; due -= 1) {
      yield work(server.process, costs.server.turn / costs.commits)
      yield (goOn: () => void) => {
        server.waiting.push(goOn)
        if (server.isWriting) return
        server.isWriting = true
        world.scheduler.start(write(world, server))
      }
    }
  }
}

/** Nobody waits for it. */
function* workAside(threads: object, ms: number) {
  yield work(threads, ms)
}

/** As `createTurns` does: the lock, what others have written meanwhile, whatever waits, the commit. */
function* write(world: World, server: Server) {
  const { costs, counts, scheduler } = world
  while (server.waiting.length > 0) {
    yield work(server.process, costs.server.transaction / 2)
    yield scheduler.lock
    const locked = scheduler.now()
    yield work(server.writer, costs.postgres.transaction / 2)
    yield* takeOver(world, server, server.writer)
    const taken = server.waiting.splice(0)
    yield work(server.process, costs.server.transaction / 2)
    const rows = (taken.length * costs.postgres.turn) / costs.commits
    yield work(server.writer, costs.postgres.transaction / 2 + rows)
    yield wait(costs.sync)
    counts.transactions += 1
    counts.synced += costs.sync
    counts.locked += scheduler.now() - locked
    scheduler.unlock()
    for (const other of world.servers) if (other !== server) tell(world, other, taken.length)
    for (const goOn of taken) goOn()
  }
  server.isWriting = false
  for (const goOn of server.whenIdle.splice(0)) goOn()
}

/** Asks over a connection for what others have written, if they have, and applies it. */
function* takeOver({ costs }: World, server: Server, connection: object) {
  const { missed } = server
  if (missed === 0) return
  server.missed = 0
  yield work(connection, costs.followed.transaction + (missed * costs.followed.turn) / costs.commits)
  yield work(server.process, costs.follower.transaction + (missed * costs.follower.turn) / costs.commits)
}

function tell(world: World, server: Server, commits: number): void {
  server.missed += commits
  server.isTold = true
  if (server.isFollowing) return
  server.isFollowing = true
  world.scheduler.start(follow(world, server))
}

/** Whoever is about to have a turn learns in it what others have written. */
function* follow(world: World, server: Server) {
  while (server.isTold) {
    server.isTold = false
    if (server.isWriting) yield (goOn: () => void) => void server.whenIdle.push(goOn)
    yield* takeOver(world, server, server.follower)
  }
  server.isFollowing = false
}

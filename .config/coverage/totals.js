/**
 * Counts the lines and branches of sources that ran in the tests' own process (`inTests`) or in those that tests started
 * (`inProcesses`). Both are Istanbul's coverage by file. What there is to run is taken from `inTests` alone: it knows
 * every source, and a bundle splits or drops some statements.
 */
export function countCoverage(inTests, inProcesses) {
  return Object.entries(inTests).map(([file, tested]) => {
    const ran = inProcesses[file]
    return { file, lines: countLines(tested, ran), branches: countBranches(tested, ran) }
  })
}

export const sumOf = (counts) =>
  counts.reduce((sum, { covered, total }) => ({ covered: sum.covered + covered, total: sum.total + total }), {
    covered: 0,
    total: 0,
  })

function countLines(tested, ran) {
  const lines = linesOf(tested)
  const others = ran === undefined ? new Map() : linesOf(ran)
  const missed = [...lines.keys()].filter((line) => lines.get(line) === 0 && !(others.get(line) > 0))
  return { covered: lines.size - missed.length, total: lines.size, missed }
}

/** How often the most run statement that begins on a line ran. */
function linesOf({ statementMap, s }) {
  const lines = new Map()
  for (const [id, { start }] of Object.entries(statementMap)) {
    lines.set(start.line, Math.max(lines.get(start.line) ?? 0, s[id]))
  }
  return lines
}

function countBranches(tested, ran) {
  const branches = branchesOf(tested)
  const others = ran === undefined ? new Map() : pairBranches(branches, branchesOf(ran))
  const paths = branches.flatMap((branch) => branch.hits.map((hits, path) => ({ branch, hits, path })))
  const missed = paths
    .filter(({ branch, hits, path }) => hits === 0 && !(others.get(branch)?.hits[path] > 0))
    .map(({ branch: { line, type }, path }) => ({ line, type, path }))
  return { covered: paths.length - missed.length, total: paths.length, missed }
}

const branchesOf = ({ branchMap, b }) =>
  Object.entries(branchMap).map(([id, { type, loc }]) => ({
    type,
    line: loc.start.line,
    column: loc.start.column,
    hits: b[id],
  }))

/**
 * Finds the same branch in other coverage of a file. The two were compiled differently, and one in a hundred begins a few
 * columns or lines apart; those that are left over on both sides are paired in order, if there are as many.
 */
function pairBranches(branches, others) {
  const pairs = new Map()
  const places = new Map(others.map((other) => [placeOf(other), other]))
  for (const branch of branches) {
    const same = places.get(placeOf(branch))
    if (same === undefined) continue
    pairs.set(branch, same)
    places.delete(placeOf(branch))
  }
  const left = groupBy([...places.values()], kindOf)
  const wanting = groupBy(
    branches.filter((branch) => !pairs.has(branch)),
    kindOf,
  )
  for (const [kind, group] of wanting) {
    const candidates = left.get(kind) ?? []
    if (candidates.length !== group.length) continue
    const ordered = candidates.sort(inOrder)
    for (const [index, branch] of group.sort(inOrder).entries()) pairs.set(branch, ordered[index])
  }
  return pairs
}

const kindOf = ({ type, hits }) => `${type} ${hits.length}`
const placeOf = ({ line, column, ...branch }) => `${line}:${column} ${kindOf(branch)}`
const inOrder = (one, other) => one.line - other.line || one.column - other.column

export function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

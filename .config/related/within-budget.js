/** So many files of tests fit into a few minutes, with types, lint and a build beside them. */
const BUDGET = 120
/** So many, spread over the rest, are run even where the near ones take all of it. */
const SAMPLE = 30

/**
 * Of tests that are too many for a wait between two edits: those near the change, and of the rest every so many, in the
 * order of their paths, so that each folder gives its share. What is left is for `npm run check`.
 */
export function withinBudget(tests, changed) {
  if (tests.length <= BUDGET) return { chosen: tests, left: [] }
  const folders = [...new Set(changed.flatMap(foldersNear))]
  const isNear = (test) => changed.includes(test) || folders.some((folder) => test.startsWith(folder))
  const far = tests.filter((test) => !isNear(test)).sort()
  const size = Math.max(SAMPLE, BUDGET - (tests.length - far.length))
  const sample = new Set(spread(far, size))
  const [chosen, left] = [[], []]
  for (const test of tests) (isNear(test) || sample.has(test) ? chosen : left).push(test)
  return { chosen, left }
}

/** Where the tests of a file are: in the folder of its subject in the domain, else in that of its room. */
function foldersNear(file) {
  const [root, room, subject, ...inside] = file.split('/')
  if (root === 'commands') return ['test/commands/']
  if (root === '.config') return ['test/config/']
  if (root !== 'src') return []
  return room === 'domain' && inside.length > 0 ? [`test/domain/${subject}/`] : [`test/${room}/`]
}

const spread = (list, size) =>
  list.length <= size
    ? list
    : Array.from({ length: size }, (_, at) => list[Math.floor((at * list.length) / size)])

/** How many of these files are in each folder: `test/http 41, test/runtime 12`. */
export function countByFolder(files) {
  const counts = new Map()
  for (const file of files) {
    const folder = file.split('/').slice(0, 2).join('/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([folder, count]) => `${folder} ${count}`).join(', ')
}

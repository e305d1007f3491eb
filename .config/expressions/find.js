import { createRequire } from 'node:module'

// Rolldown parses TypeScript and comes with Vite; resolved from there, because it is no dependency of its own.
const { parseSync } = createRequire(createRequire(import.meta.url).resolve('vite'))('rolldown/utils')

/** What matches text with an expression it makes itself when it is given a string. */
const COMPILING = new Set(['match', 'matchAll', 'search'])

/**
 * Every regular expression of a source file: `literals` can be read off it, `composed` are made of parts and exist only
 * once the module was loaded, or not before the program runs: `running`. `problems` are other ways of making one.
 */
export function findExpressions(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)

  const found = { literals: [], composed: [], running: [], problems: [] }
  const calls = usesAtLoad(program)
  const placeOf = (node) => `${file}:${text.slice(0, node.start).split('\n').length}`
  walk(program, [], (node, parents) => {
    const place = placeOf(node)
    const parent = parents.at(-1)
    if (node.type === 'Literal' && node.regex) {
      found.literals.push({ place, source: node.regex.pattern, flags: node.regex.flags })
    }
    if (isConstruction(node)) addConstruction(found, { node, place, isAtLoad: isMadeAtLoad(parents, calls) })
    if (isStrayRegExp(node, parent)) found.problems.push(`${place}: RegExp under another name`)
    if (isCompilingCall(node)) found.problems.push(`${place}: a string that becomes an expression`)
    if (node.type === 'Property' && nameOf(node.key) === 'pattern')
      addPattern(found, node.value, parents, place)
  })
  return found
}

function addConstruction({ literals, composed, running }, { node, place, isAtLoad }) {
  const [source, flags] = node.arguments.map(constantOf)
  if (source !== undefined && (node.arguments.length === 1 || flags !== undefined)) {
    literals.push({ place, source, flags: flags ?? '' })
  } else if (isAtLoad) composed.push({ place, start: node.start, end: node.arguments[0].start })
  else running.push(`${place}: composed while running`)
}

/** A JSON Schema's `pattern` is compiled by the validator, with the flag `u`. */
function addPattern({ literals, problems }, value, parents, place) {
  const source = constantOf(value)
  const call = parents.at(-2)
  if (source !== undefined) literals.push({ place, source, flags: 'u' })
  // Of an expression that is judged where it is made.
  else if (isSourceOf(value)) return
  else if (call?.type === 'CallExpression' && nameOf(call.callee.property) === 'String') {
    problems.push(`${place}: a pattern that is not written out`)
  }
}

const isSourceOf = ({ type, object, property }) =>
  type === 'MemberExpression' && nameOf(property) === 'source' && /^[A-Z][A-Z\d_]*$/.test(nameOf(object))

const isConstruction = ({ type, callee, arguments: given }) =>
  (type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp' && given.length > 0

const isStrayRegExp = (node, parent) =>
  node.type === 'Identifier' &&
  node.name === 'RegExp' &&
  !parent.type.startsWith('TS') &&
  !isConstruction(parent) &&
  !(parent.type === 'BinaryExpression' && parent.operator === 'instanceof')

const isCompilingCall = ({ type, callee, arguments: given }) =>
  type === 'CallExpression' &&
  callee.type === 'MemberExpression' &&
  COMPILING.has(nameOf(callee.property)) &&
  given.length === 1 &&
  (given[0].type === 'TemplateLiteral' || typeof given[0].value === 'string')

const constantOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? node.quasis[0].value.cooked
    : undefined
}

const nameOf = (node) => (node?.type === 'Identifier' ? node.name : undefined)

const isFunction = ({ type }) => /^(?:Arrow)?Function/.test(type)

/**
 * An expression is made at load if no function is around it, or only one that nothing but the module's own top level
 * calls: then loading the module shows all that it ever makes.
 */
function isMadeAtLoad(parents, usesAtLoad) {
  const outermost = parents.findIndex(isFunction)
  if (outermost === -1) return true
  const maker = parents[outermost].id ?? parents[outermost - 1]?.id
  return usesAtLoad.get(nameOf(maker)) === true
}

/** By name: whether it is only used outside functions, and not exported. */
function usesAtLoad(program) {
  const uses = new Map()
  walk(program, [], (node, parents) => {
    if (node.type !== 'Identifier' || parents.at(-1).id === node) return
    const isInside = parents.some(isFunction) || parents.at(-1).type === 'ExportSpecifier'
    uses.set(node.name, (uses.get(node.name) ?? true) && !isInside)
  })
  for (const node of program.body.filter(({ type }) => type === 'ExportNamedDeclaration')) {
    const { declaration } = node
    for (const { id } of declaration?.declarations ?? [declaration ?? {}]) uses.set(nameOf(id), false)
  }
  return uses
}

function walk(node, parents, visit) {
  if (node.type !== 'Program') visit(node, parents)
  const around = [...parents, node]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child, around, visit)
    }
  }
}

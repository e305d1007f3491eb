import { type ESTree, parseSync } from 'vite'

type Node = { readonly type: string; readonly [field: string]: unknown }

/** A call at the top of a file of tests: whether what it runs depends on the number of rounds, and whether it says so. */
export type TopCall = {
  readonly line: number
  readonly dependsOnRounds: boolean
  readonly isTagged: boolean
}

/**
 * Reads which tests of a file depend on `support/rounds.ts`: those whose text names what is imported from there, or what
 * is made of that at the top of the file. A name counts wherever it stands, so rather too many are found than too few.
 */
export function topCalls(file: string, text: string): readonly TopCall[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const dependent = dependentNames(program)
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return []
    return {
      line: text.slice(0, statement.start).split('\n').length,
      dependsOnRounds: namesIn(statement).some((name) => dependent.has(name)),
      isTagged: statement.expression.arguments.some(isTag),
    }
  })
}

function dependentNames({ body }: ESTree.Program): ReadonlySet<string> {
  const dependent = new Set(body.flatMap(importedRounds))
  const declared = body.filter(({ type }) => /Declaration$/.test(type) && type !== 'ImportDeclaration')
  const declarations = declared.flatMap(declarationsOf)
  for (let before = -1; before < dependent.size; ) {
    before = dependent.size
    for (const { names, uses } of declarations)
      if (uses.some((name) => dependent.has(name))) for (const name of names) dependent.add(name)
  }
  return dependent
}

const importedRounds = (statement: ESTree.Program['body'][number]): string[] =>
  statement.type === 'ImportDeclaration' && /\/support\/rounds\.js$/.test(statement.source.value)
    ? statement.specifiers.map(({ local }) => local.name)
    : []

/** The variables of one statement each by itself; a function or a class by its name. */
function declarationsOf(statement: unknown) {
  const inner = (statement as Node)['declaration'] ?? statement
  const { declarations = [inner] } = inner as { declarations?: readonly unknown[] }
  return declarations.map((each) => ({ names: namesIn((each as Node)['id']), uses: namesIn(each) }))
}

/** All identifiers in it but the names of properties. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const { type, computed, ...fields } = node as Node
  if (type === 'Identifier') return [String(fields['name'])]
  if (type === 'MemberExpression' && computed !== true) return namesIn(fields['object'])
  if (type === 'Property' && computed !== true) return namesIn(fields['value'])
  return Object.values(fields).flatMap(namesIn)
}

const isTag = (argument: unknown): boolean =>
  (argument as Node).type === 'ObjectExpression' &&
  ((argument as Node)['properties'] as readonly Node[]).some(
    ({ key, value }) =>
      (key as Node | undefined)?.['name'] === 'tags' && (value as Node | undefined)?.['value'] === 'rounds',
  )

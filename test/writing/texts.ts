import ts from '@typescript/typescript6'

export type Text = { kind: 'comment' | 'string' | 'test name'; line: number; text: string }

const testFunctions = /^(?:\w*[tT]est|describe|it)(?:\.\w+)*$/

/** `test`, `pageTest`, `describe`, `test.each([...])` and the like. */
const isTestFunction = (called: ts.Expression, file: ts.SourceFile) =>
  testFunctions.test((ts.isCallExpression(called) ? called.expression : called).getText(file))

/**
 * The texts of a TypeScript file that people read: comments, and strings of three words or more. Of a test file the
 * names of its tests instead of its strings, which are data.
 */
export function readTexts(path: string, source: string): Text[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind)
  const isTest = path.startsWith('test/')
  const texts = new Map<number, Text>()
  const add = (kind: Text['kind'], at: number, text: string) => {
    const line = file.getLineAndCharacterOfPosition(at).line + 1
    texts.set(at, { kind, line, text: text.replace(/\s+/g, ' ').trim() })
  }
  const addComments = (ranges: ts.CommentRange[] = []) => {
    for (const { pos, end } of ranges)
      add('comment', pos, source.slice(pos, end).replace(/^\/[/*]+|\*\/$|^\s*\*/gm, ' '))
  }
  // Many nodes begin or end at the same place.
  const [starts, ends] = [new Set<number>(), new Set<number>()]
  const visit = (node: ts.Node) => {
    if (!starts.has(node.pos)) addComments(ts.getLeadingCommentRanges(source, node.pos))
    if (!ends.has(node.end)) addComments(ts.getTrailingCommentRanges(source, node.end))
    starts.add(node.pos)
    ends.add(node.end)
    if (isTest) {
      const name = ts.isCallExpression(node) && isTestFunction(node.expression, file) && node.arguments[0]
      if (name && ts.isStringLiteralLike(name)) add('test name', name.getStart(file), name.text)
    } else if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateHead(node)) {
      if (node.text.trim().split(/\s+/).length >= 3) add('string', node.getStart(file), node.text)
    } else if (ts.isTemplateMiddleOrTemplateTail(node) && node.text.trim().includes(' '))
      add('string', node.getStart(file), `… ${node.text}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...texts.values()]
}

import ts from '@typescript/typescript6'

export type DisplayedText = { node: ts.Node; line: number; text: string }

/** Attributes and properties whose value is read by people, or by a screen reader. */
const readable =
  /^(?:alt|aria-(?:label|description|roledescription|valuetext)|busy|caption|confirm|crumb|description|empty|head|heading|help|hint|label|legend|message|note|noun|placeholder|question|sub|subtitle|summary|text|title|tooltip|verb|what|word|words)$/

/** Attributes and properties whose value is never displayed, also if it looks like a text. */
const technical =
  /^(?:className|class|shortcut|href|src|id|key|pattern|accept|rel|type|role|d|points|transform|look|kind|state|autoComplete)$/

/** Functions that read a text instead of displaying it. */
const reading =
  /(?:^|[.])(?:closest|createElement|endsWith|getChildren|getPropertyValue|includes|indexOf|lastIndexOf|matches|querySelector|querySelectorAll|split|startsWith|test)$/

/** Functions that display their arguments. */
const displaying = /^(?:toast|announce|confirm|alert|count)$/

const letter = /\p{L}/u
const capitalized = /^\P{L}*\p{Lu}\p{Ll}/u
const twoWords = /\p{Ll}{2,}[,.]? \p{Ll}{2,}/u
const classNames = /[\p{L}\d]-[\p{L}\d[]|\[|^(?:flex|grid|inline|row|block)\b/u

/** A file of the dashboard, with the parents of its nodes. */
export function parse(path: string, source: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
}

/** The texts in the code of a file that the dashboard displays: JSX texts, labels, hints, messages and the like. */
export function findDisplayedTexts(file: ts.SourceFile): DisplayedText[] {
  const found: DisplayedText[] = []
  const visit = (node: ts.Node) => {
    if (isDisplayed(node)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push({ node, line, text: wordsOf(node).replace(/\s+/g, ' ').trim() })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** The literal part of a text, with … for what is inserted; empty for other nodes. */
function wordsOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text
  if (!ts.isTemplateExpression(node)) return ''
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
}

function isDisplayed(node: ts.Node): boolean {
  const words = wordsOf(node)
  if (!letter.test(words)) return false
  if (isKey(node)) return false
  if (ts.isJsxText(node)) return true
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return false
  if (isPlural(node) && !/\d/.test(words)) return true
  const { parent, name } = placeOf(node)
  if (name !== null && technical.test(name)) return false
  if (ts.isJsxExpression(parent) || ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
    if (ts.isJsxExpression(parent) || (name !== null && readable.test(name))) return true
  } else if (ts.isCallExpression(parent)) {
    if (name !== null && displaying.test(name)) return true
    if (name !== null && reading.test(name)) return false
  } else if (isCode(parent)) return false
  return looksLikeText(node, words)
}

function looksLikeText(node: ts.Node, words: string): boolean {
  if (classNames.test(words) && !/[.?!]$/.test(words)) return false
  return (
    capitalized.test(words) ||
    twoWords.test(words) ||
    (ts.isTemplateExpression(node) && / \p{L}{2}|\p{L}{2} /u.test(words))
  )
}

/** Whether it is the name of a key of the keyboard. */
function isKey({ parent }: ts.Node): boolean {
  const element = ts.isJsxExpression(parent) ? parent.parent : parent
  return ts.isJsxElement(element) && element.openingElement.tagName.getText() === 'kbd'
}

/** Whether it is one of two texts for a number, as in `count === 1 ? 'post' : 'posts'`. */
const isPlural = ({ parent }: ts.Node) =>
  ts.isConditionalExpression(parent) && /\b(?:count|length|\w+s) === 1$/.test(parent.condition.getText())

/** What a value is given to, and its name: an attribute, a property, a function; through conditions and the like. */
function placeOf(node: ts.Node): { parent: ts.Node; name: string | null } {
  let child = node
  let parent = node.parent
  while (passesOn(parent, child)) {
    child = parent
    parent = parent.parent
  }
  if (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent)) parent = parent.parent
  if (ts.isJsxAttribute(parent) || (ts.isPropertyAssignment(parent) && parent.initializer === child))
    return { parent, name: parent.name.getText() }
  if (ts.isCallExpression(parent)) return { parent, name: parent.expression.getText() }
  return { parent, name: null }
}

/** Whether the value of `child` is, or is part of, the value of `parent`. */
function passesOn(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent))
    return true
  if (ts.isTemplateExpression(parent) || ts.isTemplateSpan(parent)) return true
  if (ts.isConditionalExpression(parent)) return parent.condition !== child
  if (!ts.isBinaryExpression(parent)) return false
  return ['||', '??', '&&', '+'].includes(parent.operatorToken.getText())
}

/** Whether a string there is a part of the code: a path, a type, a value to compare with. */
function isCode(parent: ts.Node): boolean {
  return (
    ts.isImportDeclaration(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isNewExpression(parent) && !/(?:Error|Problem)$/.test(parent.expression.getText())) ||
    ts.isBinaryExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isPropertySignature(parent)
  )
}

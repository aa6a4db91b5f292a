import type { MarkedToken, Token, Tokens } from 'marked'
import { createContext, Fragment, type ReactNode, Suspense, use, useMemo } from 'react'
import { readTokens } from '../../../markdown/tokens.ts'
import { Copy } from '../../kit/copy.tsx'
import { lazyComponent } from '../../kit/lazy-view.tsx'
import { type CodeProps, languageOf } from './code-language.ts'
import { Destination } from './destination.tsx'
import * as strings from './strings.ts'

/** Draws the text within elements, for example with marked names. */
type DrawText = (text: string) => ReactNode
const TextDrawing = createContext<DrawText | null>(null)

const ColoredCode = lazyComponent<CodeProps>(() =>
  import('./colored-code.tsx').then(
    (m) => m.ColoredCode,
    // Without its file, code can be read as well.
    () => PlainCode,
  ),
)

/**
 * Renders Markdown: tokens become elements, so that HTML remains text and nothing is loaded from other
 * servers.
 */
export function Markdown({ text, drawText }: { text: string; drawText?: DrawText }) {
  const tokens = useMemo(() => read(text), [text])
  const drawn = <div className="prose said">{draw(tokens)}</div>
  return drawText ? <TextDrawing value={drawText}>{drawn}</TextDrawing> : drawn
}

function Words({ text }: { text: string }) {
  const drawText = use(TextDrawing)
  return drawText ? drawText(text) : text
}

function PlainCode({ text }: CodeProps) {
  return text
}

/** The text of a code block, colored unless its user draws the text or it stays plain. */
function CodeText({ token }: { token: Tokens.Code }) {
  const isDrawn = use(TextDrawing) !== null
  const language = isDrawn ? null : languageOf(token)
  if (!language) return <Words text={token.text} />
  return (
    <Suspense fallback={token.text}>
      <ColoredCode text={token.text} language={language} />
    </Suspense>
  )
}

/** The maximum nesting of quotes and lists; deeper levels remain text. */
const maxDepth = 10

function read(text: string): Token[] {
  try {
    return readTokens(text).map((token) => flatten(token, maxDepth))
  } catch {
    // Whether it is nested too deep to parse.
    return [{ type: 'text', raw: text, text } satisfies Tokens.Text]
  }
}

/** A token without its deeper content, which becomes text. */
function flatten(token: Token, depth: number): Token {
  if (depth === 0) return { type: 'text', raw: token.raw, text: token.raw } satisfies Tokens.Text
  const deeper = <T extends Token>(tokens: T[] | undefined) => tokens?.map((each) => flatten(each, depth - 1))
  if (token.type === 'list') {
    const { items } = token as Tokens.List
    return { ...token, items: items.map((item) => ({ ...item, tokens: deeper(item.tokens) ?? [] })) }
  }
  return 'tokens' in token && token.tokens ? { ...token, tokens: deeper(token.tokens) } : token
}

function draw(tokens: Token[] | undefined): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text grows at its end
  return tokens?.map((token, place) => <Fragment key={place}>{drawOne(token as MarkedToken)}</Fragment>)
}

function drawOne(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return <h3>{draw(token.tokens)}</h3>
    case 'paragraph':
      return <p>{draw(token.tokens)}</p>
    case 'blockquote':
      return <blockquote>{draw(token.tokens)}</blockquote>
    case 'list':
      return drawList(token)
    case 'code':
      return (
        <div className="code-box">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>
            <code>
              <CodeText token={token} />
            </code>
          </pre>
          <Copy text={token.text} what={strings.markdown.theCode} />
        </div>
      )
    case 'table':
      return drawTable(token)
    case 'hr':
      return <hr />
    case 'strong':
      return <strong>{draw(token.tokens)}</strong>
    case 'em':
      return <em>{draw(token.tokens)}</em>
    case 'del':
      return <del>{draw(token.tokens)}</del>
    case 'codespan':
      return (
        <code>
          <Words text={token.text} />
        </code>
      )
    case 'br':
      return <br />
    case 'link':
      return <Destination href={token.href}>{draw(token.tokens)}</Destination>
    case 'image':
      return (
        <Destination href={token.href}>
          {token.text ? <Words text={token.text} /> : strings.markdown.image}
        </Destination>
      )
    case 'checkbox':
      return token.checked ? '[x] ' : '[ ] '
    case 'text':
      return token.tokens ? draw(token.tokens) : <Words text={token.text} />
    case 'escape':
      return <Words text={token.text} />
    case 'html':
      return <Words text={token.raw} />
    default:
      return null
  }
}

function drawList({ ordered, start, items }: Tokens.List) {
  const rows = items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text grows at its end
    <li key={place}>{draw(item.tokens)}</li>
  ))
  return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>
}

function drawTable({ header, rows }: Tokens.Table) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="wide" tabIndex={0} aria-label={strings.markdown.table}>
      <table>
        <thead>
          <tr>
            {header.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <th key={place}>{draw(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text grows at its end
            <tr key={place}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                <td key={column}>{draw(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

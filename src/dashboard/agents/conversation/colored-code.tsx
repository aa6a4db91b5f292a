import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight, type LanguageFn } from 'lowlight'
import { memo } from 'react'
import type { CodeLanguage, CodeProps } from './code-language.ts'

const grammars: Record<CodeLanguage, LanguageFn> = {
  bash,
  css,
  diff,
  go,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml: xmlAlone,
  yaml,
}
const lowlight = createLowlight(grammars)

/** XML whose scripts and styles stay plain: deeply nested ones would take seconds to parse. */
function xmlAlone(...args: Parameters<LanguageFn>): ReturnType<LanguageFn> {
  const grammar = xml(...args)
  for (const mode of grammar.contains) if (mode !== 'self' && mode.starts) delete mode.starts.subLanguage
  return grammar
}

/** The scopes of highlight.js by the class of their color; the others have the color of the text. */
const scopesByColor = {
  'text-muted': ['comment', 'quote', 'meta', 'doctag'],
  'text-accent': [
    ...['keyword', 'built_in', 'name', 'tag', 'attr', 'attribute', 'section', 'bullet', 'link', 'property'],
    ...['selector-tag', 'selector-class', 'selector-id', 'selector-attr', 'selector-pseudo'],
  ],
  'text-good': ['string', 'regexp', 'code', 'addition'],
  'text-warn': ['number', 'literal', 'type', 'symbol', 'variable', 'template-variable'],
  'text-bad': ['deletion'],
  // Expressions within a string.
  'text-ink': ['subst'],
}
const prefix = 'hljs-'
const colors = new Map(
  Object.entries(scopesByColor).flatMap(([color, scopes]) =>
    scopes.map((scope) => [prefix + scope, color] as const),
  ),
)

type Node = ReturnType<typeof lowlight.highlight>['children'][number]
type Span = { text: string; color: string | undefined }

/** The parts of a code, in order, each with the class of its color. Nested parts become a flat list. */
export function toSpans(text: string, language: CodeLanguage): Span[] {
  const spans: Span[] = []
  const pending: { node: Node; color: string | undefined }[] = []
  // A stack, since untrusted code can be nested deeper than functions can call themselves.
  const add = (nodes: Node[], color: string | undefined) =>
    pending.push(...nodes.toReversed().map((node) => ({ node, color })))
  add(lowlight.highlight(language, text, { prefix }).children, undefined)
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, color } = next
    if (node.type === 'element') add(node.children, colorOf(node.properties.className) ?? color)
    if (node.type !== 'text') continue
    const last = spans.at(-1)
    if (last && last.color === color) last.text += node.value
    else spans.push({ text: node.value, color })
  }
  return spans
}

const colorOf = (className: unknown) =>
  Array.isArray(className) ? colors.get(String(className[0])) : undefined

/** Code whose keywords, strings and comments have colors. */
export const ColoredCode = memo(function ColoredCode({ text, language }: CodeProps) {
  return toSpans(text, language).map((span, place) =>
    span.color ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the code of a finished block does not change
      <span key={place} className={span.color}>
        {span.text}
      </span>
    ) : (
      span.text
    ),
  )
})

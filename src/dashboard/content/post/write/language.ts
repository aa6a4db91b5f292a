import { defineLanguageFacet, Language, syntaxHighlighting } from '@codemirror/language'
import { tagHighlighter, tags } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'

const classes = tagHighlighter([
  { tag: tags.strong, class: 'md-strong' },
  { tag: tags.emphasis, class: 'md-em' },
  { tag: tags.strikethrough, class: 'md-del' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: [tags.url, tags.processingInstruction, tags.escape, tags.comment], class: 'md-quiet' },
  { tag: tags.quote, class: 'md-quote' },
])

/** GitHub's Markdown, without the grammars of embedded languages. */
export const markdown = [
  new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown').extension,
  syntaxHighlighting(classes),
]

import type { Box, Style } from './layout.ts'

const withoutUnit = ['fontWeight', 'lineHeight', 'flexShrink']

/** A page that shows only a card: no scripts and no external resources. */
export function renderPage(title: string, card: Box): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=1200">
<title>${Bun.escapeHTML(title)}</title>
<style>body{margin:0}body>div{overflow:hidden}div{unicode-bidi:plaintext}</style>
</head>
<body>${renderBox(card)}</body>
</html>
`
}

function renderBox({ props: { style, children } }: Box): string {
  const content = typeof children === 'string' ? Bun.escapeHTML(children) : children.map(renderBox).join('')
  return `<div style="${Bun.escapeHTML(toCss(style))}">${content}</div>`
}

function toCss({ lineClamp, ...style }: Style): string {
  const clamped: Style =
    lineClamp === undefined
      ? {}
      : {
          display: '-webkit-box',
          '-webkit-box-orient': 'vertical',
          '-webkit-line-clamp': String(lineClamp),
          overflow: 'hidden',
        }
  return Object.entries({ ...style, ...clamped })
    .map(([name, value]) => {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      return `${property}:${typeof value === 'number' && !withoutUnit.includes(name) ? `${value}px` : value}`
    })
    .join(';')
}

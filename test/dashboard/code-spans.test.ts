import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CodeSpans } from '../../src/dashboard/kit/code-spans.tsx'

const draw = (text: string) => renderToStaticMarkup(createElement(CodeSpans, { text }))

test('the title of a change shows code without its backticks', () => {
  expect(draw('Add `--json` and `-q` to `run`')).toBe(
    'Add <code>--json</code> and <code>-q</code> to <code>run</code>',
  )
  expect(draw('A lone ` stays')).toBe('A lone ` stays')
})

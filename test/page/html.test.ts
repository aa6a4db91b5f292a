import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { html, trust } from '../../src/page/html.ts'

describe('a template', () => {
  test('escapes every inserted text, in any position', () => {
    const text = `<b> & "double" 'single'`
    expect(html`<p title="${text}">${text}</p>`.source).toBe(
      '<p title="&lt;b&gt; &amp; &quot;double&quot; &#x27;single&#x27;">&lt;b&gt; &amp; &quot;double&quot; &#x27;single&#x27;</p>',
    )
  })

  test('inserts HTML unchanged, and joins a list', () => {
    const items = ['<', '>'].map((each) => html`<li>${each}</li>`)
    expect(html`<ul>${items}${trust('<hr>')}</ul>`.source).toBe('<ul><li>&lt;</li><li>&gt;</li><hr></ul>')
  })

  test('shows nothing for missing values, and every number', () => {
    expect(html`<p>${null}${undefined}${false}${0}${1.5}</p>`.source).toBe('<p>01.5</p>')
  })

  test('removes white space between source lines, and keeps attributes and words apart', () => {
    const value = ' kept '
    expect(
      html`
        <p class="a"
          id="b">
          ${value}
          two words
          here
        </p>`.source,
    ).toBe('<p class="a" id="b"> kept two words here</p>')
  })

  test('never turns a text into markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const elements: string[] = []
        const page = html`<p title="${text}">${text}</p>`.source
        new HTMLRewriter().on('*', { element: ({ tagName }) => void elements.push(tagName) }).transform(page)
        expect(elements).toEqual(['p'])
      }),
    )
  })
})

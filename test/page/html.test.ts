import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { html, trust } from '../../src/page/html.ts'

describe('a template', () => {
  test('escapes every text that is put into it, wherever it stands', () => {
    const text = `<b> & "double" 'single'`
    expect(html`<p title="${text}">${text}</p>`.source).toBe(
      '<p title="&lt;b&gt; &amp; &quot;double&quot; &#x27;single&#x27;">&lt;b&gt; &amp; &quot;double&quot; &#x27;single&#x27;</p>',
    )
  })

  test('takes HTML as it is, and shows a list side by side', () => {
    const items = ['<', '>'].map((each) => html`<li>${each}</li>`)
    expect(html`<ul>${items}${trust('<hr>')}</ul>`.source).toBe('<ul><li>&lt;</li><li>&gt;</li><hr></ul>')
  })

  test('shows nothing for what is not there, and every number', () => {
    expect(html`<p>${null}${undefined}${false}${0}${1.5}</p>`.source).toBe('<p>01.5</p>')
  })

  test('leaves no room between the lines of its author, and keeps attributes and words apart', () => {
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

  test('never lets a text become markup', () => {
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

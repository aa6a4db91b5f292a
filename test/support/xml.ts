import { SaxesParser } from 'saxes'

export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

/** A document as a strict reader of XML 1.0 with namespaces parses it; throws if it is invalid. */
export function readXml(source: string): Element {
  const top: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  const innermost = () => open.at(-1) ?? top
  const parser = new SaxesParser({ xmlns: true })
  const take = (text: string) => {
    innermost().text += text
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element: Element = { name, attributes: Object.fromEntries(values), text: '', children: [] }
    innermost().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', take)
  parser.on('cdata', take)
  parser.write(source).close()
  return top.children[0] ?? top
}

/** The elements of a name within another. */
export const within = (element: Element, name: string) =>
  element.children.filter((each) => each.name === name)

/** The text of the first element of a name within another. */
export const textIn = (element: Element, name: string) => within(element, name)[0]?.text.trim()

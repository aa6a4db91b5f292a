import { createElement, Fragment, type ReactNode } from 'react'

/** A text with elements in it, as a tag of a template: rich`Saved ${time}`. */
export function rich(texts: TemplateStringsArray, ...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...texts.flatMap((text, place) => [text, parts[place]]))
}

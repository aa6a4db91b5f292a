/** HTML that is safe to send: created by `html`, or stored sanitized and marked by `trust`. */
export class Html {
  constructor(readonly source: string) {}
}

type Value = Html | string | number | false | null | undefined | Value[]

/** Creates HTML from a template: texts are escaped, false and null render nothing, lists are joined. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const [first = '', ...rest] = strings.map(joinLines)
  return new Html(first + rest.map((part, index) => show(values[index]) + part).join(''))
}

/** Marks HTML that is already sanitized. */
export const trust = (source: string) => new Html(source)

function show(value: Value): string {
  if (value instanceof Html) return value.source
  if (Array.isArray(value)) return value.map(show).join('')
  if (value === false || value === null || value === undefined) return ''
  return Bun.escapeHTML(value)
}

/** Removes the line breaks of the template's source between tags and values. */
function joinLines(part: string): string {
  return part.replace(/(^|>)\s*\n\s*|\s*\n\s*(?=<|$)/g, '$1').replace(/\s*\n\s*/g, ' ')
}

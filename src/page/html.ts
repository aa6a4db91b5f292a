/** HTML that may be sent as it stands: made by `html`, or stored sanitised and taken by `trust`. */
export class Html {
  constructor(readonly source: string) {}
}

type Value = Html | string | number | false | null | undefined | Value[]

/** Makes HTML of a template: every text in it is escaped, false and null show nothing, lists stand side by side. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const [first = '', ...rest] = strings.map(joinLines)
  return new Html(first + rest.map((part, index) => show(values[index]) + part).join(''))
}

/** HTML that has been sanitised before. */
export const trust = (source: string) => new Html(source)

function show(value: Value): string {
  if (value instanceof Html) return value.source
  if (Array.isArray(value)) return value.map(show).join('')
  if (value === false || value === null || value === undefined) return ''
  return Bun.escapeHTML(value)
}

/** Lines end where the template's author likes; between tags and values nothing of that remains. */
function joinLines(part: string): string {
  return part.replace(/(^|>)\s*\n\s*|\s*\n\s*(?=<|$)/g, '$1').replace(/\s*\n\s*/g, ' ')
}

const markdownTypes = ['text/markdown', 'text/x-markdown']
const maxRanges = 50

/** Whether an `Accept` header ranks Markdown above everything else: by q, then by order. */
export function prefersMarkdown(accept: string): boolean {
  let best = ''
  let bestQ = 0
  for (const range of accept.split(',', maxRanges)) {
    const [type = '', ...parameters] = range.split(';')
    const q = qOf(parameters)
    if (q <= bestQ) continue
    best = type.trim().toLowerCase()
    bestQ = q
  }
  return markdownTypes.includes(best)
}

/** The weight from 0 to 1; 1 without one, 0 if it cannot be read. */
function qOf(parameters: string[]): number {
  for (const parameter of parameters) {
    const [, value] = /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter) ?? []
    if (value !== undefined) return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0
  }
  return 1
}

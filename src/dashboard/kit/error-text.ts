import * as strings from './strings.ts'

/** An error of the API for people: the label instead of the field in the API, and no `null`. */
export function errorText(message: string, label?: string): string {
  const [path, field = ''] = /^([a-z]\w*)(?=:? (must|is|has|cannot|may|contains)\b)/.exec(message) ?? []
  const name = label?.replace(/ \(.*\)$/, '') ?? strings.fieldLabels[field] ?? inWords(field)
  const text = path === undefined ? message : name + message.slice(path.length)
  return text.replace(/\bor null\b/, strings.orEmpty)
}

/** A field of the API as words: timeZone is "Time zone". */
function inWords(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

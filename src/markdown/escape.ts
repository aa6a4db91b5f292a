/** Untrusted text as Markdown that shows exactly that text. Code between single backticks stays code. */
export function escapeMarkdown(text: string): string {
  return text
    .split(codeSpan)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapeProse(part)))
    .join('')
    .replace(/^[-+=>]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
}

const codeSpan = /(?<!`)`(?!`)([^`]+)(?<!`)`(?!`)/

function escapeProse(text: string): string {
  return text
    .replace(/[\\`*[\]<~|#$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/(?<=www)\./gi, '\\.')
    .replace(/(?<=\w\\)#(?=\d)|@(?=[\w-])/g, `$&${wordJoiner}`)
}

// A code host resolves mentions (and references such as other/repository#1) after rendering Markdown, so a backslash
// does not prevent a notification; an invisible character after the sign does.
const wordJoiner = '\u2060'

const entities: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
  amp: '&',
}

/** Text from HTML or XML, with the common entities decoded. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|#39|nbsp|amp);/g, (whole, name: string) => entities[name] ?? whole)
}

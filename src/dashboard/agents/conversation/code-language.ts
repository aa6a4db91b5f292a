/** The languages that are colored, each with its names after the opening fence of a code block. */
const namesOf = {
  bash: ['bash', 'sh', 'zsh', 'shell', 'console'],
  css: ['css'],
  diff: ['diff', 'patch'],
  go: ['go', 'golang'],
  javascript: ['javascript', 'js', 'jsx', 'mjs', 'cjs'],
  json: ['json', 'jsonc', 'json5'],
  markdown: ['markdown', 'md'],
  python: ['python', 'py'],
  rust: ['rust', 'rs'],
  sql: ['sql'],
  typescript: ['typescript', 'ts', 'tsx', 'mts', 'cts'],
  xml: ['xml', 'html', 'svg'],
  yaml: ['yaml', 'yml'],
} as const

export type CodeLanguage = keyof typeof namesOf
export type CodeProps = { text: string; language: CodeLanguage }

const languageByName = new Map<string, CodeLanguage>()
for (const language of Object.keys(namesOf) as CodeLanguage[])
  for (const name of namesOf[language]) languageByName.set(name, language)

/** Longer code stays plain, because it is parsed while the page waits. */
const maxColored = 20_000
/** Some grammars need quadratic time for one long word, such as encoded data. */
const maxLine = 500

type CodeBlock = { raw: string; text: string; lang?: string }

/** The language in which to color a block of Markdown; null if it is unknown, too long or not finished yet. */
export function languageOf({ raw, text, lang = '' }: CodeBlock): CodeLanguage | null {
  if (text.length > maxColored || !isClosed(raw)) return null
  if (text.split('\n').some((line) => line.length > maxLine)) return null
  const name = lang.split(/[\s,:{]/, 1)[0] ?? ''
  return languageByName.get(name.toLowerCase()) ?? null
}

/** While a reply streams, its last block has no closing fence yet. */
function isClosed(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1]
  const lines = raw.trimEnd().split('\n')
  const last = lines.at(-1)?.trim() ?? ''
  return fence !== undefined && lines.length > 1 && last.startsWith(fence) && /^[`~]+$/.test(last)
}

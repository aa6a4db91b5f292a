import { categories } from './category.ts'

/** GitHub's limit for the body of a release. */
const most = 125_000
/** Longer lists would push the rest of the page away. */
const maxOpen = 15

/** A changelog as the body of a release: without a title, long lists folded, within GitHub's limit. */
export function toReleaseBody({ markdown, closing }: { markdown: string; closing: string | null }): string {
  const { head, lists, tail } = split(markdown)
  const ends = closing === null ? tail : [...tail, closing]
  const frame = [...head, ...lists.map((list) => layList({ ...list, bullets: [] }, 9_999)), ...ends]
  let room = most - `${frame.join('\n\n')}\n`.length
  const kept = lists.map(({ category, bullets }) => {
    const fitting = bullets.filter((bullet) => {
      room -= bullet.length + 1
      return room >= 0
    })
    return layList({ category, bullets: fitting }, bullets.length)
  })
  return `${[...head, ...kept, ...ends].join('\n\n')}\n`
}

type List = { category: string; bullets: string[] }

/** The lists of "More Updates", and the text before and after them. */
function split(markdown: string): { head: string[]; lists: List[]; tail: string[] } {
  const blocks = markdown.trimEnd().split('\n\n')
  const start = blocks.lastIndexOf('## More Updates') + 1
  if (start === 0) return { head: blocks, lists: [], tail: [] }
  const lists = categories.flatMap((category) => {
    const at = blocks.indexOf(`### ${category}`, start)
    return at < 0 ? [] : [{ category, bullets: (blocks[at + 1] ?? '').split('\n') }]
  })
  const after = blocks.slice(start + lists.length * 2)
  return { head: blocks.slice(0, start), lists, tail: after }
}

function layList({ category, bullets }: List, total: number): string {
  const left = total - bullets.length
  const lines = left > 0 ? [...bullets, `- And ${left} more.`] : bullets
  if (total <= maxOpen) return `### ${category}\n\n${lines.join('\n')}`
  const summary = `${category.replaceAll('&', '&amp;')} (${total})`
  return `<details>\n<summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>`
}

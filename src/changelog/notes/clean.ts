import { withoutComments } from '../../text/comments.ts'
import { plainLine } from '../../text/line.ts'
import { between } from '../../text/pattern.ts'
import type { Note } from '../note.ts'

/**
 * Converts the markup of a note to a line of plain text with code spans; numbers and shas are returned separately,
 * thanks are removed.
 */
export function cleanNote(raw: string): Pick<Note, 'text' | 'numbers' | 'shas'> {
  const numbers = [
    ...raw.matchAll(
      /(?<![\w&/])(?:#|gh-|GH-|!)(\d{1,9})\b|\/(?:pull|issues|merge_requests)\/(\d{1,9})\b|[:{](?:pr|issue|pull|gh|bug|user|cr|nr|issues?)[:}]`#?(\d{1,9})`/g,
    ),
  ].map(([, one, two, three]) => Number(one ?? two ?? three))
  const shas = [...raw.matchAll(/\/commit\/([0-9a-f]{7,40})\b|(?<![\w])`?([0-9a-f]{40})`?(?!\w)/g)].map(
    ([, one = '', two = '']) => one || two,
  )
  return { text: textOf(raw), numbers: [...new Set(numbers)], shas: [...new Set(shas)] }
}

function textOf(raw: string): string {
  return plainLine(
    withoutComments(raw)
      .replace(/^(?::[a-z\d_+-]{2,30}:\s*)+/, '')
      .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
      // The prefix that changesets add to a line: pull request, commit and thanks.
      .replace(
        /^(?:\[#\d+\]\([^)]*\)\s*)?(?:\[`[0-9a-f]{7,}`\]\([^)]*\)\s*)?(?:Thanks? \[?@[^!]{1,200}!\s*)?-\s+/,
        '',
      )
      .replace(/^(?:`?[0-9a-f]{7,12}`?|\[`?[0-9a-f]{7,12}`?\]\([^)]*\)):?\s+/, '')
      .replace(/^(?:\[[A-Z]+ #\d+\]\([^)]*\)(?:,\s*)?)+:?\s*/, '')
      .replace(
        /\s*\(\[?(?:`?#?[0-9a-f]{7,40}`?|#?\d{1,9}|[\w.-]*\/?[\w.-]*#\d{1,9})\]?(?:\([^)]*\))?(?:,? (?:by \[?@?[\w.-]+(?: [\w.-]+)*\]?|\[?@[\w-]+\]?)(?:\([^)]*\))?)*\)/g,
        '',
      )
      // Links to the accounts of authors at the end.
      .replace(/(?:,?\s\[@?([\w-]+)\]\(https?:\/\/[\w.-]+\/\1\/?\))+$/i, '')
      .replace(/\[([^\]]*)\]\([^)\s]*(?:\s"[^"]*")?\)/g, '$1')
      .replace(
        /[\s,;(]+(?:(?:and )?https?:\/\/\S{1,200}\/(?:pull|issues|merge_requests|commit)\/\w+[),;]?\s*)+$/,
        '',
      )
      .replace(/\[([^\]]*)\]\[[^\]]*\]/g, '$1')
      .replace(/[:{](?:pr|issue|pull|gh|bug|user|cr|nr|issues)[:}]`[^`]*`,?/g, '')
      .replace(
        /(?::[\w:.+-]{2,30}:|\{[\w:]{2,20}\})`~?([^`<]+?)(?:\s*<[^>]*>)?`/g,
        (_, name: string) => `\`${name.replace(/^[~!]/, '')}\``,
      )
      .replace(/`+([^`\n]+?)\s<https?:[^>]*>`_+/g, '$1')
      .replace(/``([^`]+)``/g, '`$1`')
      .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, '$1$2')
      .replace(/(?<![*\w])\*([^*\s][^*]*)\*(?!\w)/g, '$1')
      .replace(/(`[^`]*`)|<\/?[a-z][^>]*>/gi, '$1')
      .replace(/\\([<>[\]_*`#])/g, '$1'),
  )
    .replace(reference, ' ')
    .replace(/\s+[0-9a-f]{40}\b\.?/g, '')
    .trim()
    .replace(/\s+[-–] by .{0,80}$/i, '')
    .replace(
      /\s*\(?(?:by|thanks(?: to)?|thx|contributed by|patch by|courtesy of|via)[:,]? @[\w-]+(?:\[bot\])?(?:,? (?:and )?@[\w-]+)*(?: (?:in|for).{0,40})?\)?[!.]?$/i,
      '',
    )
    .replace(/(?:\s*(?:[,;(]+\s*)?@[\w-]+\)?)+\.?$/, '')
    .replace(/\(\s*[,;\s]*\)/g, '')
    .replace(/\s+([.,;:!?])(?=\s|$)/g, '$1')
    .replace(/^[-:;,.\s]+|[\s,;:(-]+$/g, '')
    .replace(/\.{2}$/, '.')
    .trim()
}

/** "Closes #3630, see #3643" and similar, anywhere in the text. */
const reference = between(
  'gi',
  /[,;.]?\s*\(?(?:\b(?:see|close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|issues?|pull request|part of|in|from|via|by|for|and|also|pr)\b[:\s]*)*(?<![\w/])(?:[\w.-]+\/[\w.-]+)?/,
  [/#|gh-/],
  /\d{1,9}\b(?:\s*(?:,|and|&|\/)\s*(?:(?:see|close[sd]?|fix(?:e[sd])?|pr)\s+)*(?:#|gh-)\d{1,9}\b)*(?:\s*\(?@[\w-]+\)?)?\)?/,
)

import { capitalize, plainLine, shorten } from '../text/line.ts'
import { anyOf } from '../text/pattern.ts'
import { breakingNote } from './breaking.ts'
import { readBlocks } from './paragraphs.ts'

/** The first one or two sentences of prose in a description; null if it contains none worth repeating. */
export function excerptOf(body: string | null): string | null {
  if (!body) return null
  const note = breakingNote(body)
  if (note) return firstSentences(plainLine(note))
  return firstExcerpt(openingOf(body))
}

const maxLexed = 600

/**
 * The beginning of a description, without lines added by tools. Limited because the Markdown lexer is not linear on
 * hostile text.
 */
function openingOf(body: string): string {
  const lines = body.slice(0, 20_000).split('\n')
  const prose = lines.filter((line) => !/^(?:[\w-]+-by|change-id): |^\/[a-z-]+(?: |$)/i.test(line)).join('\n')
  return prose.slice(0, maxLexed)
}

function firstExcerpt(text: string): string | null {
  for (const { kind, text: block } of readBlocks(text)) {
    const excerpt = kind === 'paragraph' ? firstSentences(block) : null
    if (excerpt) return excerpt
  }
  return null
}

const notProse = anyOf('i', [
  /^(?:(?:fix|clos|resolv)(?:e|es|ed|ing)?|refs?|references|related(?: to)?|part of|see|depends on|reverts?|supersedes|this reverts commit|\(?cherry picked)\b[^.]{0,60}(?:#\d|[0-9a-f]{7}|:)/,
  /^[\w-]+-by:/,
  /^(?:please|thank|thanks|todo|n\/a|none|note to reviewers?|cc|checklist|what|why|how|describe|add a description|i\b|i'm|i've)\b/,
  /:\/\/|\bwww\.|[:?]$/,
])

function firstSentences(text: string): string | null {
  const prose = text.replace(
    /\b(?:this|the) (?:pr|pull request|mr|merge request|patch|commit|diff|changeset)\b/gi,
    'this change',
  )
  const sentences = (prose.slice(0, 1_000).match(/.+?(?:[.!?](?=\s+["'`(]?[\p{Lu}\d`]|$)|$)\s*/gu) ?? []).map(
    (sentence) => sentence.trim(),
  )
  const [first, second] = sentences
  if (!first || notProse.test(first) || first.split(' ').length < 4) return null
  const isRoomForTwo =
    second && !notProse.test(second) && /[.!]$/.test(second) && first.length + second.length < 260
  const excerpt = shorten(capitalize(isRoomForTwo ? `${first} ${second}` : first), 300)
  return /[.!?…]$/.test(excerpt) ? excerpt : `${excerpt}.`
}

import type { Note } from '../note.ts'
import { cleanNote } from './clean.ts'

/** Parses a changeset: the packages with their version steps, and its text. Null for any other file. */
export function readChangeset(text: string): Omit<Note, 'writtenBy'> | null {
  const [, front, body = ''] = /^\s*---\r?\n([\s\S]*?)\r?\n?---\r?\n?([\s\S]*)$/.exec(text) ?? []
  if (front === undefined || body.trim() === '') return null
  const steps = [...front.matchAll(/^\s*["']?([^"':\s]+)["']?\s*:\s*["']?(major|minor|patch|none)\b/gm)]
  const highest =
    ['major', 'minor', 'patch'].find((step) => steps.some(([, , given]) => given === step)) ?? null
  const [first = '', ...rest] = body.trim().split(/\n\s*\n/)
  const heading = /^#{1,6}\s+(.+)$/.exec(first.trim())?.[1]
  const cleaned = cleanNote((heading ?? first).replace(/^[*+-]\s+/, '').replace(/\s*\n\s*/g, ' '))
  if (!cleaned.text) return null
  return {
    ...cleaned,
    detail: rest.join('\n\n').trim() || null,
    section: highest && `changeset ${highest}`,
    isBreaking: highest === 'major' || /^\**breaking(?: change)?\b/im.test(body),
    packages: steps.map(([, name = '']) => name),
  }
}

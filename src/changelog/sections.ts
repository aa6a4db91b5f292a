import { anyOf, wholly } from '../text/pattern.ts'
import type { Nature } from './nature.ts'

const sections: [Nature | 'omit', RegExp][] = [
  ['security', /secur|vulnerab|\bcve\b/i],
  [
    'omit',
    anyOf('i', [
      wholly('', [
        /misc|miscellaneous|internal|internals|trivial|contrib|contributor.*|chores?|maintenance/,
        /development|dev|housekeeping|process|under the hood|behind the scenes|refactors?|refactoring/,
        /tests?|testing|ci|build|dependenc.*|upgrades?|vendor|translations?|style|code health|meta/,
      ]),
      /internal changes|for contributors|other changes internal/,
    ]),
  ],
  ['testing', /^tests?\b/i],
  ['infrastructure', /^(?:build|releas)/i],
  ['performance', /perf|optimi[sz]|speed/i],
  ['fix', /\bfix|\bbugs?\b|bug[- ]?fix|regression|patch$|correct/i],
  ['documentation', /^docs?\b|documentation/i],
  ['infrastructure', /packag|platform|distribution|docker|container|deploy|integrations?$/i],
  [
    'feature',
    /feat|add(?:ed|itions?)?\b|\bnew\b|enhanc|improve|minor$|deprecat|remov|break|incompat|major|highlights?$/i,
  ],
]

/** The kind of work that the heading of a note names; null for neutral headings ("Changed", "Core"). */
export function natureOfSection(section: string | null): Nature | null {
  if (section === null || section === 'changeset patch') return null
  const found = sections.find(([, pattern]) => pattern.test(section))?.[0] ?? null
  return found === 'omit' ? 'internal' : found
}

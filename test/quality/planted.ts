import { writeChangelog } from '../../src/changelog/changelog.ts'
import { activity, commit } from '../changelog/activities.ts'

/** A change with a fact that a careless draft gets wrong: `never` must not be in the draft, `always` must be. */
type Planted = { message: string; paths?: string[]; never?: RegExp; always?: string }

const planted: Planted[] = [
  {
    message: 'Fix potential data loss on restart when out-of-order ingestion is enabled',
    always: 'when out-of-order ingestion is enabled',
  },
  {
    message: 'fix: prevent full page reloads if only files outside of the project changed',
    always: 'if only files outside of the project changed',
  },
  {
    message: 'feat: support `<length>`, `:has()` and `--spacing(0)` in values unless strict mode is on',
    always: '`<length>`, `:has()` and `--spacing(0)` in values unless strict mode is on',
  },
  {
    message: 'fix: accept lists, maps and sets as keys, except in the first column of a table',
    always: 'except in the first column of a table',
  },
  {
    message:
      'chore(deps): update msrv (1 version) to v1.95\n\n> ## Release notes\n> Fixes CVE-2026-11111 in the standard library.',
    paths: ['Cargo.toml'],
    never: /CVE-2026-11111|security side/i,
  },
  { message: 'refactor: wrap the client to avoid breaking changes', never: /Breaking/ },
  {
    message: 'Update zizmor workflow security checks',
    paths: ['.github/workflows/zizmor.yml'],
    never: /zizmor|security/i,
  },
  { message: 'feat: drop `as` part when renaming an item to its own name', never: /Breaking/ },
  { message: 'fix: show security fixes first in the list', never: /### Security|security side/ },
  {
    message: 'fix: `encodeVarint()` throws when the value is negative',
    never: /(?:adds|makes|lets|now) `encodeVarint/i,
  },
  { message: 'Bump puma for CVE-2026-22222 that does not affect us', never: /^### .*puma/m },
  {
    message: 'feat: add capture mode to `Runner` and revert default `fileno` exposure',
    never: /and revert default/,
  },
]

export type PlantedScore = { wrong: string[]; cut: string[]; of: number }

/** Drafts each change alone: which drafts claim what is not true, and which lost a condition. */
export function scorePlanted(): PlantedScore {
  const score: PlantedScore = { wrong: [], cut: [], of: planted.length }
  for (const { message, paths = [], never, always } of planted) {
    const draft = writeChangelog(
      activity([commit('planted', message, { paths }), commit('other', 'feat: add exports')], {
        from: 'v1.0.0',
        to: 'v1.1.0',
      }),
      { name: 'App' },
    )
    const text = draft.skipped === null ? draft.markdown.replaceAll('\\', '') : ''
    const summary = text.split('\n', 1)[0] ?? ''
    const [title = ''] = message.split('\n')
    // Titles are quoted as they are; a summary has its own words.
    const claimed = title.includes('and revert') ? summary : text
    if (never?.test(claimed)) score.wrong.push(title)
    if (always !== undefined && !text.includes(always)) score.cut.push(title)
  }
  return score
}

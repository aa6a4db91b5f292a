import type { Activity } from '../../src/changelog/activity.ts'
import { type Changelog, writeChangelog } from '../../src/changelog/changelog.ts'
import type { LedgerEntry } from '../../src/changelog/ledger.ts'
import { likeness, stemsOf } from '../../src/changelog/likeness.ts'
import type { Note } from '../../src/changelog/note.ts'
import { kindOfPath } from '../../src/changelog/paths.ts'
import { natureOfSection } from '../../src/changelog/sections.ts'
import { readGitActivity } from '../../src/codehost/git.ts'
import { shareOf } from './cases.ts'

type Measured = { from?: string; to?: string; isBlind: boolean }

/**
 * Measures of a changelog without an editor: faults in its form, and agreement with the maintainers' own notes. A blind
 * changelog is written without the notes, as if their files were frozen at the start of the range.
 */
export async function measureRepository(path: string, { from, to, isBlind }: Measured): Promise<string> {
  const before = performance.now()
  const { activity: whole, name } = await readGitActivity({ path, from, to })
  const activity = isBlind ? withoutNotes(whole) : whole
  const read = performance.now()
  const changelog = writeChangelog(activity, { name })
  const written = performance.now()

  const told = changelog.ledger.filter(({ placement }) => placement !== 'omitted')
  const share = (entries: LedgerEntry[]) =>
    `${entries.length} (${Math.round((100 * entries.length) / Math.max(1, told.length))} %)`
  const { highlights, lines } = linesOf(changelog)
  const scoped = told.filter((entry) => hasScope(entry, activity))
  const notes = (whole.notes ?? []).filter(
    ({ section }) => !/internal|documentation/.test(natureOfSection(section) ?? ''),
  )
  const rows: [string, string | number][] = [
    ['told of changes', `${told.length} of ${changelog.ledger.length}, ${activity.commits.length} commits`],
    [
      'Internal, Testing or Documentation',
      share(told.filter(({ category }) => /Internal|Testing|Documentation/.test(category ?? ''))),
    ],
    ['breaking', told.filter(({ breaking }) => breaking).length],
    [
      'highlights without a sentence',
      `${highlights.filter((text) => !/\w{3,} \w+ \w+/.test(text.replace(/\[[^\]]*\]\([^)]*\)|\(Authors?:.*?\)/g, ''))).length} of ${highlights.length}`,
    ],
    [
      'fillers',
      lines.filter((line) =>
        /\bA (?:new feature|security change|reliability fix|performance improvement)\b(?: across| in|\.)/.test(
          line,
        ),
      ).length,
    ],
    [
      'duplicate titles',
      told.length - new Set(told.map(({ title, area }) => `${area} ${title}`.toLowerCase())).size,
    ],
    ['quoted clauses in the summary', (lines[0]?.match(/"[^"]+"/g) ?? []).length],
    ['lost scopes', `${scoped.filter(({ area }) => area === null).length} of ${scoped.length}`],
    [
      'bookkeeping told',
      told.filter(({ title }) =>
        /^(?:release|version|bump version|prepare|update changelog|merge branch|start new|back to)\b|^v?\d+\.\d+[\d.]*$/i.test(
          title,
        ),
      ).length,
    ],
    [
      'bots credited',
      lines.filter((line) =>
        /Authors?: [^)]*(?:\[bot\]|dependabot|renovate|github-actions|\bclaude\b|copilot)/i.test(line),
      ).length,
    ],
  ]
  if (notes.length > 0) {
    if (!isBlind) rows.push(['agreement with their notes, read', agreement(changelog, notes)])
    rows.push(['edits up to their notes', editsUpTo(changelog, notes)])
    rows.push([
      'agreement with their notes, unread',
      agreement(writeChangelog({ ...withoutNotes(activity) }, { name }), notes),
    ])
  }
  rows.push(['time', `${Math.round(read - before)} ms to read, ${Math.round(written - read)} ms to write`])
  rows.push(['memory', `${Math.round(process.memoryUsage.rss() / 1_048_576)} MB`])
  return [
    `${path} ${activity.from ?? ''}..${activity.to}`,
    ...rows.map(([what, found]) => `  ${what.padEnd(36)} ${found}`),
  ].join('\n')
}

function linesOf(changelog: Changelog): { highlights: string[]; lines: string[] } {
  if (changelog.skipped !== null) return { highlights: [], lines: [] }
  const [head = '', rest = ''] = changelog.markdown.split('\n## More Updates\n')
  const highlights = head
    .split('\n### ')
    .slice(1)
    .map((text) => text.split('\n').slice(1).join(' ').trim())
  return { highlights, lines: [...head.split('\n'), ...rest.split('\n')] }
}

function hasScope({ commits }: LedgerEntry, activity: Activity): boolean {
  const first = activity.commits.find(({ sha }) => sha === commits[0])
  return /^(?:feat|fix|perf)\((?!deps|ci|docs|test|security)[\w./-]{2,30}\)/.test(first?.message ?? '')
}

/** The history without the maintainers' notes and the files that contain them. */
function withoutNotes(activity: Activity): Activity {
  const commits = activity.commits.map((commit) => ({
    ...commit,
    paths: commit.paths.some((path) => kindOfPath(path) !== 'notes')
      ? commit.paths.filter((path) => kindOfPath(path) !== 'notes')
      : commit.paths,
  }))
  const releases = activity.releases.map((release) => ({ ...release, body: null }))
  return { ...activity, commits, releases, notes: [] }
}

/**
 * For the changes that the notes name by number: how many are listed, how many in the same section, and how
 * many highlights they name.
 */
function agreement({ ledger }: Changelog, notes: Note[]): string {
  const named = new Map(notes.flatMap((note) => note.numbers.map((number) => [number, note] as const)))
  const entries = ledger.filter(({ number }) => number !== null && named.has(number))
  const told = entries.filter(({ placement }) => placement !== 'omitted')
  const filed = told.flatMap((entry) => {
    const nature = natureOfSection(named.get(entry.number ?? 0)?.section ?? null)
    const category = nature === 'fix' ? 'Bug Fixes' : nature === 'feature' ? 'Features & Enhancements' : null
    return category && entry.category ? [category === entry.category] : []
  })
  const highlights = ledger.filter(({ placement }) => placement === 'highlight')
  const ofHighlights = highlights.filter(({ number }) => number !== null && named.has(number))
  const breaking = entries.filter(({ number }) => named.get(number ?? 0)?.isBreaking)
  return [
    `${told.length} of ${entries.length} told`,
    `${filed.filter(Boolean).length} of ${filed.length} under the same kind`,
    `${ofHighlights.length} of ${highlights.length} highlights named`,
    `${breaking.filter((entry) => entry.breaking && entry.placement !== 'omitted').length} of ${breaking.length} breaking`,
    `(${shareOf({ right: told.length, of: entries.length }).toFixed(2)})`,
  ].join(', ')
}

/** Two texts with this likeness say the same. */
const alike = 0.6

/** The edits that turn the draft into the maintainers' notes: changes to delete, to rewrite and to add. */
export function editsUpTo({ ledger }: Changelog, notes: Note[]): string {
  const told = ledger.filter(({ placement }) => placement !== 'omitted')
  const left = new Set(notes)
  const edits = { delete: 0, rewrite: 0 }
  for (const { number, title } of told) {
    const own = stemsOf(title)
    const likenessOf = (note: Note) => likeness(stemsOf(note.text), own)
    const named = notes.find(({ numbers }) => number !== null && numbers.includes(number))
    const note = named ?? notes.find((each) => likenessOf(each) >= alike)
    if (note === undefined) edits.delete++
    else if (likenessOf(note) < alike) edits.rewrite++
    if (note) left.delete(note)
  }
  const all = edits.delete + edits.rewrite + left.size
  const per = Math.round((100 * all) / Math.max(1, told.length))
  return `${per} per 100 lines: delete ${edits.delete}, rewrite ${edits.rewrite}, add ${left.size}, of ${told.length} lines`
}

import type { Change } from '../changelog/change.ts'
import { kindOfPath } from '../changelog/paths.ts'
import type { Placed } from '../changelog/placed.ts'
import { sentenceFor } from '../changelog/prose.ts'
import { type CommitDiff, parseDiffs } from '../changelog/quotes/file-diff.ts'
import { findQuote, isManual, type Quote } from '../changelog/quotes/find-quote.ts'
import { feedGit } from './git-run.ts'

type Place = { path: string; from: string | null; to: string }

const maxFilesOfChange = 20
const maxCommitsOfChange = 30
const maxBytes = 8 * 1024 * 1024

/**
 * Texts for highlights without a sentence of their own, by id of change: sentences that they add to the documentation
 * and default values that they replace. Without any if the diffs are too large.
 */
export async function readQuotes(place: Place, { highlights }: Placed): Promise<Map<string, Quote>> {
  const wanted = highlights
    .map(({ change }) => ({ change, files: filesFor(change) }))
    .filter(({ change, files }) => files.length > 0 && sentenceFor(change) === null)
  const files = [...new Set(wanted.flatMap(({ files }) => files))]
  if (files.length === 0) return new Map()
  try {
    const [diffs, before, after] = await Promise.all([
      readDiffs(
        place.path,
        wanted.flatMap(({ change }) => commitsOf(change)),
        files,
      ),
      place.from === null ? new Map<string, string>() : readTexts(place.path, place.from, files),
      readTexts(place.path, place.to, files),
    ])
    return new Map(
      wanted.flatMap(({ change }) => {
        const own = new Set(commitsOf(change))
        const found = findQuote(
          change,
          diffs
            .filter(({ commit }) => own.has(commit))
            .map((diff) => ({
              ...diff,
              before: before.get(diff.file) ?? null,
              after: after.get(diff.file) ?? null,
            })),
        )
        return found ? [[change.id, found] as const] : []
      }),
    )
  } catch {
    // A changelog without quotes is complete too.
    return new Map()
  }
}

const commitsOf = ({ work }: Change) =>
  work
    .filter(({ parents }) => parents.length < 2)
    .slice(0, maxCommitsOfChange)
    .map(({ sha }) => sha)

/** Manuals, and the sources of a change of a default, whose signatures may show the values. */
function filesFor({ title, paths }: Change): string[] {
  const changesValue = /\bdefaults?\b/i.test(title)
  return paths
    .filter((path) => isManual(path) || (changesValue && /\.(?:tsx?|jsx?|mjs|py)$/.test(path)))
    .filter((path) => !/\s/.test(path) && !/testing|notes|generated|example/.test(kindOfPath(path)))
    .slice(0, maxFilesOfChange)
}

async function readDiffs(path: string, commits: string[], files: string[]): Promise<CommitDiff[]> {
  const options = [
    '--stdin',
    '-r',
    '-p',
    '--root',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
  ]
  const places = files.map((file) => `:(top,literal)${file}`)
  const input = commits.map((sha) => `${sha}\n`).join('')
  return parseDiffs(await feedGit(path, ['diff-tree', ...options, '--', ...places], input, maxBytes))
}

/** The texts of files at a revision; missing ones are left out. */
async function readTexts(path: string, revision: string, files: string[]): Promise<Map<string, string>> {
  // No file contains this mark, because it is new in each call.
  const mark = `herald-${crypto.randomUUID()}`
  const input = files.map((file, index) => `${revision}:${file} ${index}\n`).join('')
  const format = `${mark} %(objecttype) %(rest)`
  const output = await feedGit(path, ['cat-file', `--batch=${format}`], input, maxBytes)
  const texts = new Map<string, string>()
  for (const answer of output.split(`${mark} `).slice(1)) {
    const [, index, text] = /^blob (\d+)\n([\s\S]*)$/.exec(answer) ?? []
    const file = files[Number(index)]
    if (file !== undefined && text !== undefined) texts.set(file, text.replace(missingFiles, ''))
  }
  return texts
}

/** The end of an answer, with the files after it that the revision does not have. */
const missingFiles = /\n(?:[0-9a-f]{40,64}:\S+ missing\n)*$/

import { UsageError } from '../errors.ts'
import type { Format } from './changelog-output.ts'

type Range = { from?: string; to?: string }

/** The refs of `A..B`. Throws a UsageError if it is none, or if another option names the range too. */
export function readRange(
  { from, to, since, unreleased }: Range & { since?: string; unreleased: boolean },
  range: string | undefined,
): Range {
  if (range === undefined) return {}
  const [, start = '', end = ''] = /^(?!\.\.$)((?:(?!\.\.).)*)\.\.(?!\.)((?:(?!\.\.).)*)$/.exec(range) ?? []
  if (start === '' && end === '')
    throw new UsageError(`The range must be A..B, such as v1.0.0..v1.1.0, not "${range}".`)
  if (since !== undefined || unreleased || (from ?? to) !== undefined)
    throw new UsageError('Give a range or --from, --to, --since and --unreleased, not both.')
  return { from: start || undefined, to: end || undefined }
}

/** The options of `herald changelog`. */
export type Options = {
  [N in
    | 'repo'
    | 'package'
    | 'from'
    | 'to'
    | 'since'
    | 'output'
    | 'prepend'
    | 'after'
    | 'explain'
    | 'release'
    | 'template']?: string
} & {
  [N in 'unreleased' | 'json' | 'all' | 'next' | 'bump' | 'packages']: boolean
} & { format?: Format }

/** Throws a UsageError if two options exclude each other. */
export function refuseContradictions({
  from,
  since,
  unreleased,
  output,
  prepend,
  after,
  explain,
  format,
  json,
  next,
  release,
  template,
  packages,
  ...others
}: Options) {
  const range = from ?? others.to ?? since
  if (
    packages &&
    (range ?? output ?? explain ?? release ?? format ?? template ?? others.package) !== undefined
  )
    throw new UsageError(
      '--packages reads each package since its own last tag: give it only with --all, --prepend, --after, --next, --bump and --json.',
    )
  if (packages && json && !next) throw new UsageError('To use --packages with --json, add --next.')
  if (template !== undefined && (json || next || (explain ?? prepend ?? format) !== undefined))
    throw new UsageError(
      '--template formats the changelog: give it without --format, --json, --prepend, --next, --bump and --explain.',
    )
  if (from !== undefined && since !== undefined) throw new UsageError('Give --from or --since, not both.')
  if (unreleased && (from ?? since) !== undefined)
    throw new UsageError('--unreleased starts at the last version: give it without --from and --since.')
  if (output !== undefined && prepend !== undefined)
    throw new UsageError('Give --output or --prepend, not both.')
  if (next && (since ?? output ?? prepend ?? explain ?? format ?? release) !== undefined)
    throw new UsageError(
      '--next prints a version: give it without --since, --output, --prepend, --explain, --format and --release.',
    )
  if (after !== undefined && prepend === undefined)
    throw new UsageError('--after names a line of a CHANGELOG: give it with --prepend FILE.')
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(`Give --json or --format ${format}, not both.`)
  if (prepend !== undefined && (json || (format !== undefined && format !== 'markdown')))
    throw new UsageError('--prepend writes Markdown: give it without --json and --format.')
  if (explain !== undefined && (output ?? prepend ?? format) !== undefined)
    throw new UsageError(
      '--explain prints to the terminal: give it without --output, --prepend and --format.',
    )
}

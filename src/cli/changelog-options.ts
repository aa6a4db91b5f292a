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
    throw new UsageError('A range cannot be combined with --from, --to, --since or --unreleased.')
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
      '--packages can be combined only with --all, --prepend, --after, --next, --bump and --json.',
    )
  if (packages && json && !next) throw new UsageError('To use --packages with --json, add --next.')
  if (template !== undefined && (json || next || (explain ?? prepend ?? format) !== undefined))
    throw new UsageError(
      '--template cannot be combined with --format, --json, --prepend, --next, --bump or --explain.',
    )
  if (from !== undefined && since !== undefined)
    throw new UsageError('--from and --since cannot be combined.')
  if (unreleased && (from ?? since) !== undefined)
    throw new UsageError('--unreleased cannot be combined with --from or --since.')
  if (output !== undefined && prepend !== undefined)
    throw new UsageError('--output and --prepend cannot be combined.')
  if (next && (since ?? output ?? prepend ?? explain ?? format ?? release) !== undefined)
    throw new UsageError(
      '--next cannot be combined with --since, --output, --prepend, --explain, --format or --release.',
    )
  if (after !== undefined && prepend === undefined) throw new UsageError('--after requires --prepend FILE.')
  if (json && format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} cannot be combined.`)
  if (prepend !== undefined && (json || (format !== undefined && format !== 'markdown')))
    throw new UsageError('--prepend cannot be combined with --json or --format.')
  if (explain !== undefined && (output ?? prepend ?? format) !== undefined)
    throw new UsageError('--explain cannot be combined with --output, --prepend or --format.')
}

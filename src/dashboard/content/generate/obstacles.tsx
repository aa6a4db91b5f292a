import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { Notice } from '../../kit/notice.tsx'
import type { FormatOption } from './request.ts'
import * as strings from './strings.ts'

/** The reasons why formats cannot be written now, in the sentence of the run that would fail; each once. */
export function Obstacles({ offers }: { offers: FormatOption[] }) {
  const found = offers.flatMap(({ obstacle }) => obstacle ?? [])
  const model = found.find(({ kind }) => kind === 'model')
  const quotas = new Set(found.filter(({ kind }) => kind === 'quota').map(({ sentence }) => sentence))
  return (
    <>
      {model && <Notice>{model.sentence}</Notice>}
      {[...quotas].map((sentence) => (
        <Notice key={sentence} kind="warn">
          {sentence} <Link href={paths.usage()}>{strings.obstacles.viewUsage}</Link>
        </Notice>
      ))}
    </>
  )
}

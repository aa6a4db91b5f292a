import { type AnswerFilter, useEveryAnswer } from '../../../data/answers.ts'
import { CsvButton } from '../../../kit/csv.tsx'

const head = [
  'prompt',
  'engine',
  'names you',
  'position',
  'sentiment',
  'also named',
  'answer',
  'sources',
  'answered at',
]

/** Downloads the filtered answers of all pages. */
export function AnswerCsv(filter: Omit<AnswerFilter, 'page'>) {
  const collect = useEveryAnswer(filter)
  const rows = async () =>
    (await collect()).map((each) => [
      each.prompt,
      each.engine,
      each.mentioned ? 'yes' : 'no',
      each.position,
      each.sentiment,
      each.competitors.join(', '),
      each.answer,
      each.sources.map(({ url }) => url).join(' '),
      each.lastCheckedAt,
    ])
  return <CsvButton what="answers" head={head} rows={rows} />
}

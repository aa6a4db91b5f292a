import { type AnswerFilter, useEveryAnswer } from '../../../data/answers.ts'
import { CsvButton } from '../../../kit/csv.tsx'
import * as strings from './strings.ts'

const head = [
  'prompt',
  'engine',
  strings.answerCsv.namesYou,
  'position',
  'sentiment',
  strings.answerCsv.alsoNamed,
  'answer',
  'sources',
  strings.answerCsv.answered,
]

/** Downloads the filtered answers of all pages. */
export function AnswerCsv(filter: Omit<AnswerFilter, 'page'>) {
  const collect = useEveryAnswer(filter)
  const rows = async () =>
    (await collect()).map((each) => [
      each.prompt,
      each.engine,
      each.shown ? (each.mentioned ? 'yes' : 'no') : strings.answerCsv.notShown,
      each.position,
      each.sentiment,
      each.competitors.join(', '),
      each.answer,
      each.sources.map(({ url }) => url).join(' '),
      each.lastCheckedAt,
    ])
  return <CsvButton what={strings.answerCsv.answers} head={head} rows={rows} />
}

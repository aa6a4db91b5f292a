import { type Answer, type AnswerFilter, useEveryAnswer } from '../../../data/answers.ts'
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

const outcomeOf = ({ shown, mentioned, echo }: Pick<Answer, 'shown' | 'mentioned' | 'echo'>) => {
  if (!shown) return strings.answerCsv.notShown
  if (echo) return strings.answerCsv.echo
  return mentioned ? 'yes' : 'no'
}

/** Downloads the filtered answers of all pages. */
export function AnswerCsv(filter: Omit<AnswerFilter, 'page'>) {
  const collect = useEveryAnswer(filter)
  const rows = async () =>
    (await collect()).map((each) => [
      each.prompt,
      each.engine,
      outcomeOf(each),
      each.position,
      each.sentiment,
      each.competitors.join(', '),
      each.answer,
      each.sources.map(({ url }) => url).join(' '),
      each.lastCheckedAt,
    ])
  return <CsvButton what={strings.answerCsv.answers} head={head} rows={rows} />
}

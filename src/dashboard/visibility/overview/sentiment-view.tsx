import { type Sentiment, useSentiment } from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { CountedTally, Tally } from '../../kit/tally.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { Unset } from './no-answers.tsx'
import * as strings from './strings.ts'

type Counts = Sentiment['summary']

/** The sentiment of answers that name the brand. */
export function SentimentView({ window }: { window: Window }) {
  const sentiment = useSentiment(window)
  return (
    <Loaded query={sentiment} rows={6}>
      {(data) =>
        !data.configured ? (
          <Unset />
        ) : data.summary.totalChecks === 0 ? (
          <Empty title={strings.sentimentView.noneInRange}>{strings.sentimentView.chooseALongerRange}</Empty>
        ) : data.summary.classifiedMentions === 0 ? (
          <Empty title={strings.sentimentView.noSentimentYet}>
            {strings.sentimentView.needsModel(
              data.summary.mentions.toLocaleString(),
              data.summary.totalChecks,
            )}
          </Empty>
        ) : (
          <Tone sentiment={data} window={window} />
        )
      }
    </Loaded>
  )
}

function Tone({ sentiment, window }: { sentiment: Sentiment; window: Window }) {
  const nameOf = useEngineNames()
  const { summary, engines, comparison } = sentiment
  const before = comparison?.summary.score ?? null
  return (
    <>
      <section aria-label={strings.sentimentView.sentiment} className="pt-6">
        <div className="figure-line">
          <div>
            <p className="muted small">{strings.sentimentView.sentiment}</p>
            <p className="big">
              {summary.score === null ? '–' : Math.round(summary.score)}{' '}
              <small>{strings.sentimentView.of100}</small>
            </p>
          </div>
          <dl className="fact">
            <dt>{strings.sentimentView.vs(window.range.before)}</dt>
            <dd>
              {before === null
                ? strings.sentimentView.noEarlierData
                : strings.sentimentView.of100Before(Math.round(before))}
            </dd>
          </dl>
          <dl className="fact">
            <dt>{strings.sentimentView.basedOn}</dt>
            <dd>{strings.sentimentView.mentionCount(summary.classifiedMentions, summary.unknownMentions)}</dd>
          </dl>
        </div>
        <CountedTally noun={strings.sentimentView.mentionsNoun} groups={groupsOf(summary)} />
        <p className="muted small pt-2">{strings.sentimentView.scoreNote}</p>
      </section>
      <Section
        title={strings.sentimentView.byEngine}
        action={
          <CsvButton
            what={strings.sentimentView.sentimentNoun}
            head={['engine', 'answers', 'mentions', 'positive', 'neutral', 'negative', 'score']}
            rows={() =>
              engines.map((each) => [
                each.engine,
                each.totalChecks,
                each.mentions,
                each.positive,
                each.neutral,
                each.negative,
                each.score,
              ])
            }
          />
        }
      >
        <DataTable
          caption={strings.sentimentView.byEngine}
          columns={columnsOf(nameOf)}
          rows={engines}
          keyOf={({ engine }) => engine}
        />
      </Section>
    </>
  )
}

function columnsOf(nameOf: (engine: string) => string): Column<Sentiment['engines'][number]>[] {
  return [
    { head: strings.sentimentView.engineColumn, narrow: 'first', cell: ({ engine }) => nameOf(engine) },
    {
      head: strings.sentimentView.sentiment,
      narrow: 'full',
      cell: (counts) => <Tally noun={strings.sentimentView.mentionsNoun} groups={groupsOf(counts)} />,
    },
    {
      head: strings.sentimentView.scoreColumn,
      number: true,
      narrow: 'second',
      cell: ({ score }) => (score === null ? '–' : <span className="strong">{Math.round(score)}</span>),
    },
  ]
}

function groupsOf({ positive, neutral, negative }: Pick<Counts, 'positive' | 'neutral' | 'negative'>) {
  return [
    { kind: 'hi' as const, count: positive, label: strings.sentimentView.positive },
    { kind: 'li' as const, count: neutral, label: strings.sentimentView.neutral },
    { kind: 'bad' as const, count: negative, label: strings.sentimentView.negative },
  ]
}

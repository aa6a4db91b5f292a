import { type Sentiment, useSentiment } from '../../data/visibility.ts'
import type { Window } from '../../data/window.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { count } from '../../kit/english.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Legend, Tally } from '../../kit/tally.tsx'
import { useEngineNames } from './engines.ts'
import { Unset } from './no-answers.tsx'

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
          <Empty title="No answers in this range">Choose a longer range, or run a scan.</Empty>
        ) : data.summary.classifiedMentions === 0 ? (
          <Empty title="No sentiment yet">
            You are named in {data.summary.mentions.toLocaleString()} of{' '}
            {count(data.summary.totalChecks, 'answer')}. Sentiment needs a small AI model: set SMALL_MODEL on
            the server.
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
      <section aria-label="Sentiment" className="pt-6">
        <div className="figure-line">
          <div>
            <p className="muted small">Sentiment</p>
            <p className="big">
              {summary.score === null ? '–' : Math.round(summary.score)} <small>of 100</small>
            </p>
          </div>
          <dl className="fact">
            <dt>vs. {window.range.before}</dt>
            <dd>{before === null ? 'No earlier data' : `${Math.round(before)} of 100 before`}</dd>
          </dl>
          <dl className="fact">
            <dt>Based on</dt>
            <dd>
              {count(summary.classifiedMentions, 'mention')}
              {summary.unknownMentions > 0 && `; ${summary.unknownMentions} more not rated`}
            </dd>
          </dl>
        </div>
        <Tally noun="mentions" groups={groupsOf(summary)} />
        <div className="pt-2">
          <Legend groups={groupsOf(summary)} />
        </div>
        <p className="muted small pt-2">
          100: all mentions positive. 50: all neutral. Rated by an AI model. No likely range is computed.
        </p>
      </section>
      <Section
        title="By engine"
        action={
          <CsvButton
            what="sentiment"
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
          caption="By engine"
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
    { head: 'Engine', narrow: 'first', cell: ({ engine }) => nameOf(engine) },
    {
      head: 'Sentiment',
      narrow: 'full',
      cell: (counts) => <Tally noun="mentions" groups={groupsOf(counts)} />,
    },
    { head: 'Positive', number: true, narrow: 'drop', cell: ({ positive }) => positive },
    { head: 'Neutral', number: true, narrow: 'drop', cell: ({ neutral }) => neutral },
    { head: 'Negative', number: true, narrow: 'drop', cell: ({ negative }) => negative },
    {
      head: 'Score',
      number: true,
      narrow: 'second',
      cell: ({ score }) => (score === null ? '–' : <span className="strong">{Math.round(score)}</span>),
    },
  ]
}

function groupsOf({ positive, neutral, negative }: Pick<Counts, 'positive' | 'neutral' | 'negative'>) {
  return [
    { kind: 'hi' as const, count: positive, label: 'positive' },
    { kind: 'li' as const, count: neutral, label: 'neutral' },
    { kind: 'bad' as const, count: negative, label: 'negative' },
  ]
}

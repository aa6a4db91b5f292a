import { type LanguageRates, useLanguages } from '../../data/visibility.ts'
import type { Window } from '../../data/window.ts'
import { RateFigure, RateSpan, Scale } from '../../kit/charts/span.tsx'
import { Spark } from '../../kit/charts/spark.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { nameLanguage } from '../scans/languages.ts'
import { Verdict } from './verdict.tsx'

/** The mention rate in each language; hidden if there is only one. */
export function Languages({ window }: { window: Window }) {
  const languages = useLanguages(window)
  const columns: Column<LanguageRates>[] = [
    { head: 'Language', narrow: 'first', cell: ({ language }) => nameLanguage(language) },
    { head: 'Answers', number: true, label: 'Answers', cell: ({ checks }) => checks.toLocaleString() },
    {
      head: 'Rate, 0 to 100 percent',
      scale: <Scale />,
      narrow: 'full',
      width: 'w-1/3',
      cell: ({ mentionRate, interval }) => <RateSpan own rate={mentionRate} interval={interval} />,
    },
    {
      head: 'Mention rate',
      narrow: 'second',
      cell: ({ mentionRate, interval }) => <RateFigure rate={mentionRate} interval={interval} />,
    },
    {
      head: 'Change',
      narrow: 'drop',
      cell: ({ comparison }) =>
        comparison && comparison.verdict !== 'insufficient_data' && <Verdict comparison={comparison} />,
    },
    {
      head: window.range.label,
      narrow: 'drop',
      cell: ({ trend }) => {
        const values = new Map(trend.map(({ day, value }) => [day, value]))
        return <Spark values={window.days.map((day) => values.get(day) ?? null)} />
      },
    },
  ]
  if (languages.data && languages.data.points.length < 2) return null
  return (
    <Section
      title="By language"
      note="Your first five prompts are translated into each other language"
      action={
        <CsvButton
          what="languages"
          head={['language', 'answers', 'mentions', 'mention rate', 'low', 'high']}
          rows={() =>
            (languages.data?.points ?? []).map((each) => [
              each.language,
              each.checks,
              each.mentions,
              each.mentionRate,
              each.interval?.low ?? null,
              each.interval?.high ?? null,
            ])
          }
        />
      }
    >
      <Loaded query={languages} rows={2}>
        {({ points }) => (
          <DataTable
            caption="By language"
            columns={columns}
            rows={points}
            keyOf={({ language }) => language}
          />
        )}
      </Loaded>
    </Section>
  )
}

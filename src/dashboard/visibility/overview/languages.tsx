import { type LanguageRates, useLanguages } from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { RateFigure, RateSpan, Scale } from '../../kit/charts/span.tsx'
import { Spark } from '../../kit/charts/spark.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { inDigits } from '../../kit/number.ts'
import { Section } from '../../kit/page.tsx'
import { nameLanguage } from '../scans/languages.ts'
import * as strings from './strings.ts'
import { Verdict } from './verdict.tsx'

/** The mention rate in each language; hidden if there is only one. */
export function Languages({ window }: { window: Window }) {
  const languages = useLanguages(window)
  const columns: Column<LanguageRates>[] = [
    {
      head: strings.languages.languageColumn,
      narrow: 'first',
      cell: ({ language }) => nameLanguage(language),
    },
    {
      head: strings.languages.answersColumn,
      number: true,
      label: strings.languages.answersColumn,
      cell: ({ checks }) => inDigits(checks),
    },
    {
      head: strings.languages.rateColumn,
      scale: <Scale />,
      narrow: 'full',
      width: 'w-1/3',
      cell: ({ mentionRate, interval }) => <RateSpan own rate={mentionRate} interval={interval} />,
    },
    {
      head: strings.languages.mentionRateColumn,
      narrow: 'second',
      cell: ({ mentionRate, interval }) => <RateFigure rate={mentionRate} interval={interval} />,
    },
    {
      head: strings.languages.changeColumn,
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
      title={strings.languages.byLanguage}
      note={strings.languages.translatedNote}
      action={
        <CsvButton
          what={strings.languages.languages}
          head={strings.languages.csvColumns}
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
            caption={strings.languages.byLanguage}
            columns={columns}
            rows={points}
            keyOf={({ language }) => language}
          />
        )}
      </Loaded>
    </Section>
  )
}

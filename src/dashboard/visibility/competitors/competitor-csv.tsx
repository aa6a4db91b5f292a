import type { Competitor } from '../../data/competitors.ts'
import { CsvButton } from '../../kit/csv.tsx'
import * as strings from './strings.ts'

/** The competitors as a file that the import accepts. */
export function CompetitorCsv({ competitors }: { competitors: Competitor[] }) {
  return (
    <CsvButton
      what={strings.competitorCsv.competitors}
      head={['name', 'domain', 'kind', 'synonyms']}
      rows={() =>
        competitors.map(({ name, domain, kind, synonyms }) => [name, domain, kind, synonyms.join('|')])
      }
    />
  )
}

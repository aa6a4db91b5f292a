import { CheckField, FilterSelect } from '../../kit/field.tsx'
import { Section } from '../../kit/page.tsx'
import { type Choice, windows } from './choice.ts'
import type { Source } from './request.ts'
import * as strings from './strings.ts'

/** The sources and the window. */
export function Sources({ all, choice }: { all: Source[]; choice: Choice }) {
  const [only] = all
  return (
    <Section first title={strings.sources.sources}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3 pt-3">
        {all.length === 1 && only ? (
          <p className="strong grow self-center min-w-0 max-md:wrap-anywhere">{only.name}</p>
        ) : (
          <ul className="grid grow gap-2 sm:grid-cols-2">
            {all.map((source) => (
              <li key={source.id}>
                <CheckField
                  label={source.name}
                  hint={source.kind === 'tracker' ? strings.sources.closedIssues : undefined}
                  checked={choice.sources.includes(source)}
                  onChange={() => choice.toggleSource(source.id)}
                />
              </li>
            ))}
          </ul>
        )}
        <FilterSelect
          label={strings.sources.period}
          value={choice.window.value}
          choices={windows}
          onChange={choice.setWindow}
        />
      </div>
    </Section>
  )
}

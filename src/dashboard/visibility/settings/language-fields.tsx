import { X } from 'lucide-react'
import type { Catalog, Fields } from '../../data/visibility-settings.ts'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import * as strings from './strings.ts'

/** The maximum per project (spec: GEO settings document). */
const most = 4

/** The languages of prompts in scans. */
export function LanguageFields({
  values: { languages, promptLanguage },
  failures,
  change,
  catalog,
}: Fields & { catalog: Catalog }) {
  const nameOf = (code: string) => catalog.languages.find((each) => each.code === code)?.name ?? code
  const toChoice = (code: string) => ({ value: code, label: nameOf(code) })
  const left = catalog.languages.map(({ code }) => code).filter((code) => !languages.includes(code))
  const failure = failures.languages ?? failures.promptLanguage
  return (
    <Section
      title={strings.languageFields.languages}
      note={strings.languageFields.chosen(languages.length, most)}
    >
      <div className="settings">
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
        <ul role="list" className="rows" aria-label={strings.languageFields.trackedLanguages}>
          {languages.map((code) => (
            <li key={code}>
              <span className="grow">{nameOf(code)}</span>
              {code === promptLanguage ? (
                <span className="muted small">{strings.languageFields.promptLanguageTag}</span>
              ) : (
                <Button
                  slim
                  look="quiet"
                  iconOnly
                  aria-label={strings.languageFields.remove(nameOf(code))}
                  onClick={() => change({ languages: languages.filter((each) => each !== code) })}
                >
                  <Icon of={X} />
                </Button>
              )}
            </li>
          ))}
        </ul>
        {languages.length < most && (
          <SelectField
            label={strings.languageFields.addLanguage}
            hint={strings.languageFields.addLanguageHint}
            choices={[{ value: '', label: strings.languageFields.selectALanguage }, ...left.map(toChoice)]}
            value=""
            onChange={({ target }) => target.value && change({ languages: [...languages, target.value] })}
          />
        )}
        {languages.length > 1 && (
          <SelectField
            label={strings.languageFields.promptLanguage}
            choices={languages.map(toChoice)}
            value={promptLanguage}
            onChange={({ target }) => change({ promptLanguage: target.value })}
          />
        )}
        {failure && <Failure error={failure} />}
      </div>
    </Section>
  )
}

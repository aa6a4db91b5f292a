import { type ReactNode, useState } from 'react'
import { isPageKind } from '../../../ai/engines/answer-kinds.ts'
import type { Catalog, Engine, Fields } from '../../data/visibility-settings.ts'
import { Button } from '../../kit/button.tsx'
import { CheckField, FilterText } from '../../kit/field.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Status } from '../../kit/status.tsx'
import { EngineRow } from './engine-row.tsx'
import { type Group, groupEngines, keepsAll, standsOut, warnAbout } from './engines.ts'
import { PlaceFields } from './place-fields.tsx'
import { ScanSize } from './scan-size.tsx'
import * as strings from './strings.ts'

/** The engines of scans, and whether they may store data. */
export function EngineFields({
  values,
  failures,
  change,
  flush,
  catalog,
  isSaved,
}: Fields & { catalog: Catalog; isSaved: boolean }) {
  const { engines, enforceZdr, nonZdrApprovedEngines: approved, trackWithoutSearch } = values
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<string[]>([])
  const [isWhole, setWhole] = useState(false)
  const isOpen = (providerId: string) => opened.includes(providerId)
  const groups = groupEngines(catalog, { chosen: engines, search, isOpen })
  const shown = isWhole || search ? groups : groups.filter((group) => standsOut(group, engines))
  const chosen = catalog.models.filter(({ id }) => engines.includes(id))
  const warning = warnAbout(chosen, { enforceZdr, approved })
  const failure = failures.engines ?? failures.enforceZdr ?? failures.nonZdrApprovedEngines
  const row = (engine: Engine, group: Group) => (
    <EngineRow
      key={engine.id}
      engine={engine}
      missing={group.missing === null ? engine.missing : null}
      isChosen={engines.includes(engine.id)}
      approval={
        enforceZdr && keepsAll(engine)
          ? {
              isGiven: approved.includes(engine.id),
              onChange: (isGiven) => change({ nonZdrApprovedEngines: turn(approved, engine.id, isGiven) }),
            }
          : null
      }
      onChange={(isChosen) => change({ engines: turn(engines, engine.id, isChosen) })}
    />
  )
  return (
    <Section
      title={strings.engineFields.engines}
      note={strings.engineFields.selected(chosen.length, catalog.models.length)}
    >
      <div className="grid gap-4 pt-4">
        <div className="row">
          <FilterText label={strings.engineFields.findEngine} value={search} onChange={setSearch} />
        </div>
        {warning && <Notice kind="warn">{warning}</Notice>}
        {failure && <Failure error={failure} />}
        {groups.length === 0 && <p className="muted">{strings.engineFields.noMatchingEngine}</p>}
        {shown.map((group) => (
          <ProviderGroup
            key={group.provider.id}
            group={group}
            onMore={() => setOpened([...opened, group.provider.id])}
          >
            {group.shown.map((engine) => row(engine, group))}
          </ProviderGroup>
        ))}
        {groups.length > shown.length && (
          <span>
            <Button onClick={() => setWhole(true)}>
              {strings.engineFields.showMoreProviders(groups.length - shown.length)}
            </Button>
          </span>
        )}
        {chosen.some(({ kind }) => isPageKind(kind)) && (
          <PlaceFields {...{ values, failures, change, flush }} countries={catalog.countries} />
        )}
        <div className="settings">
          <CheckField
            label={strings.engineFields.zeroRetention}
            hint={strings.engineFields.zeroRetentionHint}
            checked={enforceZdr}
            onChange={({ target }) => change({ enforceZdr: target.checked })}
          />
          <CheckField
            label={strings.engineFields.withoutSearch}
            hint={strings.engineFields.withoutSearchHint}
            checked={trackWithoutSearch}
            onChange={({ target }) => change({ trackWithoutSearch: target.checked })}
          />
        </div>
        {isSaved && <ScanSize />}
      </div>
    </Section>
  )
}

function ProviderGroup({
  group: { provider, more, missing, shown },
  onMore,
  children,
}: {
  group: Group
  onMore: () => void
  children: ReactNode
}) {
  return (
    <section aria-label={provider.label}>
      <div className="picks-head">
        <h3>{provider.label}</h3>
        {missing ? (
          <span className="muted small">{strings.engineFields.notReady(missing)}</span>
        ) : (
          shown.every((engine) => engine.missing === null) && (
            <Status state="good">{strings.engineFields.ready}</Status>
          )
        )}
      </div>
      <ul className="picks engines">{children}</ul>
      {more > 0 && (
        <Button look="quiet" slim className="ms-5.5" onClick={onMore}>
          {strings.engineFields.showMore(more, provider.label)}
        </Button>
      )}
    </section>
  )
}

const turn = (ids: string[], id: string, isOn: boolean) =>
  isOn ? [...ids, id] : ids.filter((each) => each !== id)

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type Fact, useFacts, useRefreshFact } from '../../data/brands.ts'
import { Button } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Menu } from '../../kit/menu.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { type State, Status } from '../../kit/status.tsx'
import { DeleteFact, FactDialog, factContent } from './fact-dialogs.tsx'
import * as strings from './strings.ts'

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete'; fact: Fact }

const states: Record<Fact['status'], { state: State; label: string }> = {
  queued: { state: 'busy', label: strings.facts.reading },
  ready: { state: 'good', label: strings.facts.ready },
  failed: { state: 'bad', label: strings.facts.failed },
}

/** The facts about a brand that writers may use. */
export function Facts({ brandId }: { brandId: string }) {
  const facts = useFacts(brandId)
  const refresh = useRefreshFact(brandId)
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const close = () => setOpened(null)
  const actionsOf = (fact: Fact) => [
    { label: strings.facts.edit, onSelect: () => setOpened({ action: 'edit', fact }) },
    ...(fact.kind === 'url'
      ? [{ label: strings.facts.refresh, onSelect: () => refresh.mutate(fact.id) }]
      : []),
    { label: strings.facts.delete, danger: true, onSelect: () => setOpened({ action: 'delete', fact }) },
  ]
  return (
    <Section
      title={strings.facts.facts}
      action={
        <Button slim onClick={() => setOpened({ action: 'add' })}>
          {strings.facts.addFact}
        </Button>
      }
    >
      {refresh.isError && <Failure error={refresh.error} />}
      <Loaded query={facts} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted pt-3">{strings.facts.emptyText}</p>
          ) : (
            <DataTable
              caption={strings.facts.caption}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { head: strings.facts.factColumn, narrow: 'first', cell: (fact) => <Content fact={fact} /> },
                {
                  head: strings.facts.actionsColumn,
                  hideHead: true,
                  number: true,
                  narrow: 'second',
                  cell: (fact) => (
                    <Menu
                      label={strings.facts.moreActionsFor(factContent(fact))}
                      look="quiet"
                      slim
                      iconOnly
                      items={actionsOf(fact)}
                    >
                      <Icon of={Ellipsis} />
                    </Menu>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {opened?.action === 'add' && <FactDialog brandId={brandId} onClose={close} />}
      {opened?.action === 'edit' && <FactDialog brandId={brandId} fact={opened.fact} onClose={close} />}
      {opened?.action === 'delete' && <DeleteFact brandId={brandId} fact={opened.fact} onClose={close} />}
    </Section>
  )
}

function Content({ fact }: { fact: Fact }) {
  const { state, label } = states[fact.status]
  return (
    <div className="wrap-anywhere">
      {factContent(fact)}
      {fact.kind === 'url' && (
        <div>
          <Status state={state}>{label}</Status> <span className="muted">{fact.error ?? fact.title}</span>
        </div>
      )}
    </div>
  )
}

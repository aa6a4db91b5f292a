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

type Opened = { action: 'add' } | { action: 'edit' | 'delete'; fact: Fact }

const states: Record<Fact['status'], { state: State; label: string }> = {
  queued: { state: 'busy', label: 'Reading' },
  ready: { state: 'good', label: 'Ready' },
  failed: { state: 'bad', label: 'Failed' },
}

/** The facts about a brand that writers may use. */
export function Facts({ brandId }: { brandId: string }) {
  const facts = useFacts(brandId)
  const refresh = useRefreshFact(brandId)
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const actionsOf = (fact: Fact) => [
    { label: 'Edit', onSelect: () => setOpened({ action: 'edit', fact }) },
    ...(fact.kind === 'url' ? [{ label: 'Refresh', onSelect: () => refresh.mutate(fact.id) }] : []),
    { label: 'Delete', danger: true, onSelect: () => setOpened({ action: 'delete', fact }) },
  ]
  return (
    <Section
      title="Facts"
      action={
        <Button slim onClick={() => setOpened({ action: 'add' })}>
          Add fact
        </Button>
      }
    >
      {refresh.isError && <Failure error={refresh.error} />}
      <Loaded query={facts} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted pt-3">
              No facts yet. Add true statements about your product for writers to use.
            </p>
          ) : (
            <DataTable
              caption="Facts"
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Fact', narrow: 'first', cell: (fact) => <Content fact={fact} /> },
                {
                  head: 'Actions',
                  hideHead: true,
                  number: true,
                  narrow: 'second',
                  cell: (fact) => (
                    <Menu
                      label={`More actions for ${factContent(fact)}`}
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

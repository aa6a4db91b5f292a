import { useKeys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useAsked } from '../../data/query-state.ts'
import { useMay } from '../../data/session.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** The API keys of the organization. */
export function KeysPage() {
  return useMay('admin') ? <Keys /> : <NoKeys />
}

function Keys() {
  const [isMaking, setMaking] = useAsked('new')
  const keys = useKeys()
  useShortcuts({ n: () => setMaking(true) })
  return (
    <ListPage
      title="API keys"
      sub="API keys for scripts and agents."
      manual="api"
      query={keys}
      isEmpty={({ keys }) => keys.length === 0}
      empty={{
        title: 'No API keys yet',
        children: 'Scripts and MCP agents use keys to access Herald. Each key is shown once.',
      }}
      action={
        <Button look="primary" shortcut="N" onClick={() => setMaking(true)}>
          New key
        </Button>
      }
      below={({ resources }) =>
        isMaking && <NewKeyDialog resources={resources} onClose={() => setMaking(false)} />
      }
    >
      {({ keys, resources }) => <KeyTable keys={keys} resources={resources} />}
    </ListPage>
  )
}

function NoKeys() {
  return (
    <>
      <PageHead title="API keys" />
      <Empty
        title="Only owners and admins can manage API keys"
        actions={<ButtonLink href={paths.members()}>Members</ButtonLink>}
      >
        Ask an owner or admin for a key. Agents can send feedback without one.
      </Empty>
    </>
  )
}

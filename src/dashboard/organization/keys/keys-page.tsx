import { useKeys } from '../../data/keys.ts'
import { paths } from '../../data/paths.ts'
import { useAsked } from '../../data/query-state.ts'
import { useMay } from '../../data/session.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
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
    <>
      <PageHead title="API keys" sub="API keys for scripts and agents." manual="api">
        {keys.data && keys.data.keys.length > 0 && (
          <Button look="primary" shortcut="n" onClick={() => setMaking(true)}>
            New key
          </Button>
        )}
      </PageHead>
      <Loaded query={keys}>
        {(data) => (
          <>
            {data.keys.length === 0 ? (
              <Empty
                title="No API keys yet"
                actions={
                  <Button look="primary" onClick={() => setMaking(true)}>
                    New key
                  </Button>
                }
              >
                Scripts and MCP agents use keys to access Herald. Each key is shown once.
              </Empty>
            ) : (
              <KeyTable keys={data.keys} resources={data.resources} />
            )}
            {isMaking && <NewKeyDialog resources={data.resources} onClose={() => setMaking(false)} />}
          </>
        )}
      </Loaded>
    </>
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

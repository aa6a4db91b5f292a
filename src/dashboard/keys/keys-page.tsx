import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useAsked } from '../query-state.ts'
import { useMay } from '../session/session.tsx'
import { useShortcuts } from '../shell/shortcuts.ts'
import { KeyTable } from './key-table.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useKeys } from './queries.ts'

/** The keys by which scripts and agents come in. */
export function KeysPage() {
  return useMay('admin') ? <Keys /> : <NoKeys />
}

function Keys() {
  const [isMaking, setMaking] = useAsked('new')
  const keys = useKeys()
  useShortcuts({ n: () => setMaking(true) })
  return (
    <>
      <PageHead title="API keys" sub="API keys for scripts and agents.">
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

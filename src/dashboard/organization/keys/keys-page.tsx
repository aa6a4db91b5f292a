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
import * as strings from './strings.ts'

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
      title={strings.keysPage.title}
      sub={strings.keysPage.subtitle}
      manual="api"
      query={keys}
      isEmpty={({ keys }) => keys.length === 0}
      empty={{
        title: strings.keysPage.noKeysYet,
        children: strings.keysPage.emptyText,
      }}
      action={
        <Button look="primary" shortcut="N" onClick={() => setMaking(true)}>
          {strings.keysPage.newKey}
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
      <PageHead title={strings.keysPage.title} />
      <Empty
        title={strings.keysPage.notAllowed}
        actions={<ButtonLink href={paths.members()}>{strings.keysPage.members}</ButtonLink>}
      >
        {strings.keysPage.notAllowedText}
      </Empty>
    </>
  )
}

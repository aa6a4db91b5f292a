import { useState } from 'react'
import { readLedger } from '../../../changelog/entry-matching/entries.ts'
import { paths } from '../../data/paths.ts'
import type { Post } from '../../data/post.ts'
import { useQueryState } from '../../data/query-state.ts'
import { faultsInWords } from '../../data/states.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useStore } from '../../kit/store.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { startDraft } from './draft/draft.ts'
import { createDraftStore } from './draft/stored-draft.ts'
import { useDraft } from './draft/use-draft.ts'
import { usePostServer } from './draft/use-post-server.ts'
import { Facts } from './facts.tsx'
import { countBlocking, reasonId } from './faults.ts'
import { LedgerPanel } from './ledger/ledger-panel.tsx'
import { PostHead } from './post-head.tsx'
import { PostSaveNotice } from './post-save-notice.tsx'
import { TextSkeleton } from './post-skeleton.tsx'
import * as strings from './strings.ts'
import { TitleField } from './title-field.tsx'
import { useEditor } from './write/use-editor.ts'
import { Write } from './write/write.tsx'

const Picture = lazyView(() => import('./post-views.ts').then((m) => m.views.Picture), <TextSkeleton />)
const Preview = lazyView(() => import('./post-views.ts').then((m) => m.views.Preview), <TextSkeleton />)
const Changes = lazyView(() => import('./post-views.ts').then((m) => m.views.Changes), <TextSkeleton />)
const FaultsPanel = lazyView(
  () => import('./faults-panel.tsx').then((m) => m.FaultsPanel),
  <aside className="ledger" aria-hidden="true" />,
)
const PublicationNotice = lazyView(() => import('./post-views.ts').then((m) => m.views.PublicationNotice))
const History = lazyView(() => import('./post-views.ts').then((m) => m.views.History), <TextSkeleton />)
const Details = lazyView(() => import('./post-views.ts').then((m) => m.views.Details), <TextSkeleton />)

/** The editor of a post: notices above, the text in the middle, the ledger at the side. */
export function PostEditor({ post, personId }: { post: Post; personId: string }) {
  const server = usePostServer(post.id)
  const [draft] = useState(() => startDraft(post, server, createDraftStore(personId, post.id)))
  const [entries] = useState(() => (post.markdown === null ? null : readLedger(post.sourceMetadata)))
  const editor = useEditor(draft, entries ?? [], post)
  const [view, setView] = useQueryState('view', 'write')
  useDraft(draft, post)
  const blocking = post.status === 'draft' ? countBlocking(post) : 0
  // The panel stays while the last fault is fixed, so that the page does not move.
  const [hadFaults] = useState(Boolean(post.faults?.length))
  const hasFaults = hadFaults || Boolean(post.faults?.length)
  const openText = () => setView('write')
  const compare = () => setView('changes')
  return (
    <div className={entries || hasFaults ? 'post' : 'post alone'}>
      <div>
        <div className="post-top">
          <PostHead post={post} draft={draft} />
          <PostSaveNotice draft={draft} onCompare={post.markdown === null ? undefined : compare} />
        </div>
        <TitleField draft={draft} onEnter={() => editor.data?.focus()} />
        <Facts post={post} />
        <PublicationNotice post={post} />
        {blocking > 0 && (
          <Notice kind="warn">
            <span id={reasonId}>{strings.postEditor.fixBeforePublishing(faultsInWords(blocking))}</span>
          </Notice>
        )}
        <Views post={post} view={view} editor={editor} />
        {view === 'history' ? (
          <History post={post} draft={draft} editor={editor} />
        ) : view === 'details' ? (
          <Details post={post} draft={draft} />
        ) : post.markdown === null ? (
          <Picture post={post} draft={draft} />
        ) : view === 'preview' ? (
          <Preview post={post} draft={draft} />
        ) : view === 'changes' ? (
          <Changes draft={draft} editor={editor} />
        ) : (
          <Write editor={editor} post={post} draft={draft} />
        )}
      </div>
      {hasFaults ? (
        <FaultsPanel post={post} draft={draft} editor={editor.data} onWrite={openText} />
      ) : (
        entries && (
          <LedgerPanel
            entries={entries}
            editor={editor.data}
            isWriting={view === 'write'}
            onWrite={openText}
          />
        )
      )}
    </div>
  )
}

type EditorState = ReturnType<typeof useEditor>

/** The views of a post, each with its own URL. */
function Views({ post, view, editor }: { post: Post; view: string; editor: EditorState }) {
  const address = (name: string) => `${paths.post(post.id)}${name === 'write' ? '' : `?view=${name}`}`
  const isText = post.markdown !== null
  const tabs = [
    ...(isText
      ? [
          { href: address('write'), label: strings.postEditor.write },
          { href: address('preview'), label: strings.postEditor.preview },
          {
            href: address('changes'),
            label: strings.postEditor.changes,
            count: editor.data && <LineCount editor={editor.data} />,
          },
        ]
      : [{ href: address('write'), label: strings.postEditor.image }]),
    { href: address('history'), label: strings.postEditor.history },
    { href: address('details'), label: strings.postEditor.details },
  ]
  return <Tabs label={strings.postEditor.postViews} tabs={tabs} current={address(view)} />
}

function LineCount({ editor }: { editor: NonNullable<EditorState['data']> }) {
  const { added, removed } = useStore(editor.counted)
  if (added + removed === 0) return null
  return (
    <>
      +{added} −{removed}
    </>
  )
}

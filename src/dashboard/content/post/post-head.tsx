import { Copy, Ellipsis, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Post, usePublicPage } from '../../data/post.ts'
import { useDiscardRevision } from '../../data/publication.ts'
import { serverUrl } from '../../kit/base-path.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { writeClipboard } from '../../kit/clipboard.ts'
import { Icon } from '../../kit/icon.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Menu } from '../../kit/menu.tsx'
import { useArrivalFocus, useTitle } from '../../kit/page.tsx'
import { useStore } from '../../kit/store.ts'
import { toast } from '../../kit/toast.tsx'
import { useDeletePosts } from '../posts/deletion.ts'
import { addressOf, hasAddress } from './address.ts'
import type { Draft } from './draft/draft.ts'
import { countBlocking } from './faults.ts'
import { hasUnpublishedChanges, PublishButton, usePublication } from './publish-button.tsx'
import { SaveStatus } from './save-status.tsx'
import * as strings from './strings.ts'

const ScheduleDialog = lazyView(() =>
  import('./dialogs/post-dialogs.ts').then((m) => m.dialogs.ScheduleDialog),
)
const SendDialog = lazyView(() => import('./dialogs/post-dialogs.ts').then((m) => m.dialogs.SendDialog))
const EditWithAgent = lazyView(() => import('./dialogs/post-dialogs.ts').then((m) => m.dialogs.EditWithAgent))

/** The breadcrumb, the save status and the actions of a post. */
export function PostHead({ post, draft }: { post: Post; draft: Draft }) {
  const heading = useArrivalFocus()
  const [sending, setSending] = useState<'asked' | 'offered' | null>(null)
  useTitle(post.title)
  return (
    <div className="head">
      <h1 className="sr" ref={heading} tabIndex={-1}>
        {post.title}
      </h1>
      <div className="crumbs">
        <Link href={paths.posts()}>{strings.postHead.posts}</Link>
        <span className="muted" aria-hidden="true">
          /
        </span>
        <span className="cut" aria-hidden="true">
          {post.title.split(':')[0]}
        </span>
      </div>
      <SaveStatus post={post} draft={draft} />
      <CopyMenu post={post} draft={draft} />
      <Notes post={post} />
      <PublishButton post={post} draft={draft} onPublished={() => setSending('offered')} />
      <MoreMenu post={post} draft={draft} onSend={() => setSending('asked')} />
      {sending && (
        <SendDialog
          key={sending}
          postId={post.id}
          isOffer={sending === 'offered'}
          onClose={() => setSending(null)}
        />
      )}
    </div>
  )
}

/** Links to the faults of a draft. */
function Notes({ post: { id, status, recommendations } }: { post: Post }) {
  if (status !== 'draft' || !recommendations) return null
  return (
    <ButtonLink
      look="quiet"
      href={`${paths.post(id)}?view=details`}
      aria-label={strings.postHead.beforeYouPublish}
    >
      <Icon of={ListChecks} />
      <span className="wide-only">{strings.postHead.beforeYouPublish}</span>
    </ButtonLink>
  )
}

type Forms = typeof import('../../../markdown/copy-forms.ts')

/** Copies a post in the form that another site takes. */
function CopyMenu({ post, draft }: { post: Post; draft: Draft }) {
  const publicPage = usePublicPage()
  const url =
    publicPage && post.status === 'published' && hasAddress(post) ? addressOf(publicPage, post) : null
  async function copy(text: string, what: string) {
    await writeClipboard(text).then(
      () => toast(strings.postHead.copied(what)),
      () => toast(strings.postHead.clipboardBlocked),
    )
  }
  async function copyMarkdown() {
    const { imageUrls } = await import('../../../markdown/copy-forms.ts')
    await copy(imageUrls.inMarkdown(draft.text(), serverUrl), strings.postHead.markdown)
  }
  /** Copies a form of the HTML, which the server renders from the latest text. */
  async function copyRendered(what: string, toForm: (forms: Forms, post: Post) => string) {
    if (!(await draft.save())) return toast(strings.postHead.copyFailed)
    const forms = await import('../../../markdown/copy-forms.ts')
    const stored = draft.stored()
    const content = forms.imageUrls.inHtml(stored.content, serverUrl)
    await copy(toForm(forms, { ...stored, content }), what)
  }
  const items =
    post.markdown === null
      ? [{ label: strings.postHead.copyImageUrl, onSelect: () => copy(post.content, 'URL') }]
      : [
          {
            label: strings.postHead.copyMarkdown,
            onSelect: copyMarkdown,
          },
          {
            label: strings.postHead.copyHtml,
            onSelect: () => copyRendered('HTML', (_, { content }) => content),
          },
          {
            label: strings.postHead.copyPlainText,
            onSelect: () =>
              copyRendered(strings.postHead.text, (forms, { content }) => forms.toPlainText(content)),
          },
          {
            label: strings.postHead.copyForLinkedIn,
            onSelect: () =>
              copyRendered(strings.postHead.text, (forms, { title, content }) =>
                forms.toLinkedIn(title, content, url),
              ),
          },
          {
            label: strings.postHead.copyAsThread,
            onSelect: () =>
              copyRendered(strings.postHead.thread, (forms, { title, content }) =>
                forms.toXThread(title, content, url).join('\n\n---\n\n'),
              ),
          },
          {
            label: strings.postHead.copyForWordPress,
            onSelect: () =>
              copyRendered(strings.postHead.blocks, (forms, { content }) => forms.toWordPress(content)),
          },
          ...(url
            ? [{ label: strings.postHead.copyLink, onSelect: () => copy(url, strings.postHead.link) }]
            : []),
        ]
  return (
    <Menu label={strings.postHead.copy} items={items}>
      <Icon of={Copy} />
      <span className="wide-only">{strings.postHead.copy}</span>
    </Menu>
  )
}

function MoreMenu({ post, draft, onSend }: { post: Post; draft: Draft; onSend: () => void }) {
  const [, navigate] = useLocation()
  const deletePosts = useDeletePosts()
  const [isAsking, setAsking] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const { moveToDraft } = usePublication(post, draft)
  const discard = useDiscardRevision(post.id, (stored) => {
    draft.replaceBy(stored)
    toast(strings.postHead.discarded)
  })
  const { kind } = useStore(draft.state)
  function remove() {
    deletePosts([post])
    navigate(paths.posts())
  }
  const edit = { label: strings.postHead.editWithAgent, onSelect: () => setAsking(true) }
  const schedule = { label: strings.postHead.schedule, onSelect: () => setScheduling(true) }
  const withdraw = { label: strings.publishButton.moveToDraft, onSelect: () => void moveToDraft() }
  const send = { label: strings.postHead.send, onSelect: onSend }
  const drop = { label: strings.postHead.discardChanges, onSelect: () => discard.mutate() }
  return (
    <>
      <Menu
        label={strings.postHead.more}
        look="quiet"
        iconOnly
        items={[
          ...(post.status === 'draft' && countBlocking(post) === 0 ? [schedule] : []),
          ...(hasUnpublishedChanges(post, kind) ? [withdraw] : []),
          ...(post.status === 'published' && post.markdown !== null ? [send] : []),
          ...(post.revision ? [drop] : []),
          ...(post.markdown === null ? [] : [edit]),
          { label: strings.postHead.deletePost, danger: true, onSelect: remove },
        ]}
      >
        <Icon of={Ellipsis} />
      </Menu>
      {isScheduling && <ScheduleDialog post={post} onClose={() => setScheduling(false)} />}
      {isAsking && <EditWithAgent post={post} draft={draft} onClose={() => setAsking(false)} />}
    </>
  )
}

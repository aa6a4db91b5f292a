import { useEffect, useReducer } from 'react'
import { type Post, useCheckPost } from '../../data/post.ts'
import { faultsInWords } from '../../data/states.tsx'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Status } from '../../kit/status.tsx'
import { ago } from '../../kit/time.tsx'
import type { Draft } from './draft/draft.ts'
import * as strings from './strings.ts'
import type { Editor } from './write/editor.ts'

type Fault = NonNullable<Post['faults']>[number]
type ShowExcerpt = (excerpt: string) => void

/** The faults of a text, next to it. */
export function FaultsPanel({
  post,
  draft,
  editor,
  onWrite,
}: {
  post: Post
  draft: Draft
  editor: Editor | null
  /** Opens the tab with the text. */
  onWrite: () => void
}) {
  const check = useCheckPost(post.id)
  const { faults = [] } = post
  const text = draft.text()
  function show(excerpt: string) {
    onWrite()
    // On a touch screen, focus would open a keyboard over the text.
    editor?.show(excerpt, { takesFocus: !matchMedia('(pointer: coarse)').matches })
  }
  const showIn = ({ excerpt }: Fault) => (editor && excerpt && text.includes(excerpt) ? show : undefined)
  const list = (title: string, severity: Fault['severity']) => {
    const listed = faults.filter((fault) => fault.severity === severity)
    if (listed.length === 0) return null
    return (
      <section aria-label={title}>
        <h3 className="ms-0">{title}</h3>
        <ul className="grid gap-4 pb-3">
          {listed.map((fault, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two faults can be equal
            <FaultItem key={at} fault={fault} onShow={showIn(fault)} />
          ))}
        </ul>
      </section>
    )
  }
  return (
    <aside className="ledger" aria-labelledby="faults">
      <div className="row min-h-8">
        <h2 id="faults">{strings.faultsPanel.faults}</h2>
        <span className="end">
          <Button
            slim
            busy={check.isPending && strings.faultsPanel.checking}
            onClick={async () => {
              if (await draft.save()) check.mutate()
            }}
          >
            {strings.faultsPanel.checkAgain}
          </Button>
        </span>
      </div>
      <p className="sum" role="status">
        {check.isPending ? (
          <Status state="busy">{strings.faultsPanel.checkingText}</Status>
        ) : (
          <LastCheck at={post.checkedAt} count={faults.length} />
        )}
      </p>
      {check.error && <Failure error={check.error} />}
      {list(strings.faultsPanel.mustFix, 'blocking')}
      {list(strings.faultsPanel.shouldFix, 'minor')}
    </aside>
  )
}

/** When the text was last checked, and the number of faults then. */
function LastCheck({ at, count }: { at: string | undefined; count: number }) {
  const [, tick] = useReducer((minutes: number) => minutes + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, 60_000)
    return () => clearInterval(timer)
  }, [])
  const left =
    count === 0 ? strings.faultsPanel.noFaultsLeft : strings.faultsPanel.faultsLeft(faultsInWords(count))
  return at ? strings.faultsPanel.checked(ago(at), left) : left
}

function FaultItem({ fault: { message, excerpt }, onShow }: { fault: Fault; onShow?: ShowExcerpt }) {
  return (
    <li className="grid justify-items-start gap-1 wrap-anywhere">
      <p>{message}</p>
      {excerpt && !message.includes(excerpt) && <blockquote className="muted small">“{excerpt}”</blockquote>}
      {excerpt && onShow && (
        <Button slim aria-label={strings.faultsPanel.showExcerpt(excerpt)} onClick={() => onShow(excerpt)}>
          {strings.faultsPanel.showInText}
        </Button>
      )}
    </li>
  )
}

import { type ReactNode, useId, useState } from 'react'
import { type Brief, useApprove, useCosts } from '../../data/briefs.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { ApprovalCost } from './cost.tsx'
import { PlanProblem } from './plan-problem.tsx'
import * as strings from './strings.ts'

/** Approves an outline after unsaved changes are saved; shows the cost first. */
export function Approve({
  brief,
  save,
  children,
}: {
  brief: Brief
  save: () => Promise<boolean>
  /** Whether the outline is saved. */
  children: ReactNode
}) {
  const approve = useApprove(brief.briefId)
  const [isSaving, setSaving] = useState(false)
  const { data: costs } = useCosts()
  const obstacle = costs?.obstacle ?? null
  const reason = useId()
  async function act() {
    if (isSaving || approve.isPending || obstacle) return
    setSaving(true)
    const isSaved = await save()
    setSaving(false)
    if (isSaved) approve.mutate()
  }
  useShortcuts({ 'mod+Enter': act })
  return (
    <>
      <div className="approve">
        {children}
        <span className="grow muted small">{!obstacle && <ApprovalCost />}</span>
        <Button
          look="primary"
          shortcut="Ctrl ↵"
          busy={(isSaving || approve.isPending) && strings.approve.approving}
          disabled={obstacle !== null}
          aria-describedby={obstacle ? reason : undefined}
          onClick={act}
        >
          {brief.status === 'failed' ? strings.approve.approveAgain : strings.approve.approve}
        </Button>
      </div>
      {obstacle && (
        <div className="pt-4">
          <Notice kind="warn">
            <span id={reason}>{obstacle}</span>
          </Notice>
        </div>
      )}
      {approve.error && <PlanProblem error={approve.error} retry={act} />}
    </>
  )
}

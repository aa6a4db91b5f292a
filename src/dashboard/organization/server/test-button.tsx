import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from '../../kit/button.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'

/** A button that tests stored settings, and the result below it. */
export function TestButton({
  test,
  label,
  busy,
  works,
}: {
  test: UseMutationResult<{ error: string | null }, Error, void>
  label: string
  busy: string
  works: string
}) {
  return (
    <>
      <Button busy={test.isPending && busy} onClick={() => test.mutate()}>
        {label}
      </Button>
      <div role="status">
        {test.data && <Notice kind={test.data.error ? 'bad' : 'good'}>{test.data.error ?? works}</Notice>}
      </div>
      {test.error && <Failure error={test.error} />}
    </>
  )
}

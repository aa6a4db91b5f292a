import { useState } from 'react'
import { type CreatedToken, useCreateToken } from '../../data/traffic-setup.ts'
import { Button } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Failure } from '../../kit/notice.tsx'
import { NumberedStep, type StepState } from '../../kit/numbered-step.tsx'
import { RotateTokens } from './rotate-tokens.tsx'
import * as strings from './strings.ts'

/** Creates a tracking token, shows it once, and rotates all of them. */
export function TrackingToken({
  token,
  state,
  organization,
  onCreated,
}: {
  /** The created token; it is gone when the page is left. */
  token: string | null
  state: StepState
  organization: string
  onCreated: (created: CreatedToken) => void
}) {
  const create = useCreateToken()
  const [isRotating, setRotating] = useState(false)
  return (
    <NumberedStep place={1} state={state} title={strings.token.title}>
      <div className="in grid grid-cols-1 gap-3">
        <p className="muted">{strings.token.hint}</p>
        <div role="status" className="grid grid-cols-1 gap-3 empty:hidden">
          {token && (
            <>
              <div className="once">
                <code>{token}</code>
                <Copy text={token} what={strings.token.noun} look="plain" />
              </div>
              <p>{strings.token.shownOnce}</p>
            </>
          )}
        </div>
        {create.isError && <Failure error={create.error} />}
        <div className="row">
          <Button
            busy={create.isPending && strings.token.creating}
            onClick={() => create.mutate(undefined, { onSuccess: onCreated })}
          >
            {strings.token.create}
          </Button>
          <Button look="quiet" onClick={() => setRotating(true)}>
            {strings.token.rotate}
          </Button>
        </div>
      </div>
      {isRotating && (
        <RotateTokens organization={organization} onRotated={onCreated} onClose={() => setRotating(false)} />
      )}
    </NumberedStep>
  )
}

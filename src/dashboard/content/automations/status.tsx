import type { UseMutationResult } from '@tanstack/react-query'
import type { State } from '../../data/automations.ts'
import { Button } from '../../kit/button.tsx'
import { Switch } from '../../kit/field.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

type Automation = { id: string; enabled: boolean }
type Toggle<A> = UseMutationResult<unknown, Error, { automation: A; enabled: boolean }>

const isAbout = <A extends Automation>(turn: Toggle<A>, { id }: A) => turn.variables?.automation.id === id

/** The switch that enables it. */
export function OnOff<A extends Automation>({
  automation,
  name,
  turn,
}: {
  automation: A
  name: string
  turn: Toggle<A>
}) {
  const isTurning = turn.isPending && isAbout(turn, automation)
  return (
    <Switch
      label={strings.status.enable(name)}
      hideLabel
      checked={isTurning ? turn.variables.enabled : automation.enabled}
      onChange={({ target }) => turn.mutate({ automation, enabled: target.checked })}
    />
  )
}

/** The message below a row: why enabling failed, or why it was paused; null otherwise. */
export function describeStatus<A extends Automation>(
  automation: A,
  state: State | undefined,
  turn: Toggle<A>,
) {
  if (turn.error && isAbout(turn, automation)) return <Failure error={turn.error} />
  if (!state?.pausedBecause) return null
  return (
    <Notice kind="warn">
      <div className="row">
        <span>{strings.status.paused(state.pausedBecause)}</span>
        <Button
          slim
          busy={turn.isPending && isAbout(turn, automation) && strings.status.resuming}
          onClick={() => turn.mutate({ automation, enabled: true })}
        >
          {strings.status.resume}
        </Button>
      </div>
    </Notice>
  )
}

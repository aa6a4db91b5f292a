import { useState } from 'react'
import { CheckField } from '../../kit/field.tsx'
import { singleKeys } from '../../kit/shortcuts.ts'

/**
 * Single-key shortcuts can be turned off, for users who use speech input or type by accident (WCAG 2.1.4).
 */
export function Keyboard() {
  const [isOn, setOn] = useState(singleKeys.areOn)
  function turn(on: boolean) {
    singleKeys.turn(on)
    setOn(on)
  }
  return (
    <div className="settings">
      <CheckField
        label="Single-key shortcuts"
        hint={
          <>
            <kbd>g</kbd> <kbd>p</kbd> opens Posts, <kbd>j</kbd> and <kbd>k</kbd> move in a list, <kbd>?</kbd>{' '}
            lists them all. Ctrl shortcuts always work.
          </>
        }
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
      />
    </div>
  )
}

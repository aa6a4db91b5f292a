import { useState } from 'react'
import { CheckField } from '../../kit/field.tsx'
import { singleKeys } from '../../kit/shortcuts.ts'
import * as strings from './strings.ts'

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
        label={strings.keyboard.singleKeyShortcuts}
        hint={strings.keyboard.hint(<kbd>g</kbd>, <kbd>p</kbd>, <kbd>j</kbd>, <kbd>k</kbd>, <kbd>?</kbd>)}
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
      />
    </div>
  )
}

import { useState } from 'react'
import { Segments } from '../../kit/tabs.tsx'
import { type Theme as Choice, chooseTheme, readTheme } from './choose-theme.ts'
import * as strings from './strings.ts'

const choices: { value: Choice; label: string }[] = [
  { value: 'system', label: strings.theme.system },
  { value: 'light', label: strings.theme.light },
  { value: 'dark', label: strings.theme.dark },
]

export function Theme() {
  const [theme, setTheme] = useState(readTheme)
  function choose(next: Choice) {
    chooseTheme(next)
    setTheme(next)
  }
  return (
    <div className="settings">
      <div>
        <Segments label={strings.theme.theme} choices={choices} value={theme} onChange={choose} />
      </div>
    </div>
  )
}

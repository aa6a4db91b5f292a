import { useState } from 'react'
import { Segments } from '../../kit/tabs.tsx'
import { type Theme as Choice, chooseTheme, readTheme } from './choose-theme.ts'

const choices: { value: Choice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
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
        <Segments label="Theme" choices={choices} value={theme} onChange={choose} />
      </div>
    </div>
  )
}

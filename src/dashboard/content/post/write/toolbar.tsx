import type { StateCommand } from '@codemirror/state'
import { Bold, Code, Heading, Italic, Link, List, type LucideIcon, Table } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { AddImage } from './add-image.tsx'
import type { Editor } from './editor.ts'
import { addCode, addLink, nextHeading, toggleList, wrapIn } from './format.ts'
import * as strings from './strings.ts'

const commands: [string, LucideIcon, StateCommand][] = [
  [strings.toolbar.bold, Bold, wrapIn('**')],
  [strings.toolbar.italic, Italic, wrapIn('_')],
  [strings.toolbar.link, Link, addLink],
  [strings.toolbar.list, List, toggleList],
  [strings.toolbar.code, Code, addCode],
  [strings.toolbar.heading, Heading, nextHeading],
]

/** Buttons that format the selected text. Arrow keys move between them; Tab leaves them. */
export function Toolbar({ editor }: { editor: Editor }) {
  const [current, setCurrent] = useState(0)
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = buttons.findIndex((each) => each.contains(document.activeElement))
    if (step === undefined || at < 0) return
    const next = (at + step + buttons.length) % buttons.length
    event.preventDefault()
    setCurrent(next)
    buttons[next]?.focus()
  }
  const tab = (place: number) => (place === current ? 0 : -1)
  return (
    <div className="toolbar" role="toolbar" aria-label={strings.toolbar.label} onKeyDown={move}>
      {commands.map(([label, icon, command], place) => (
        <Button
          key={label}
          look="quiet"
          slim
          iconOnly
          aria-label={label}
          title={label}
          tabIndex={tab(place)}
          onFocus={() => setCurrent(place)}
          onClick={() => editor.run(command)}
        >
          <Icon of={icon} />
        </Button>
      ))}
      <AddImage editor={editor} tabIndex={tab(commands.length)} onFocus={() => setCurrent(commands.length)} />
      <Button
        look="quiet"
        slim
        iconOnly
        aria-label={strings.toolbar.table}
        title={strings.toolbar.table}
        tabIndex={tab(commands.length + 1)}
        onFocus={() => setCurrent(commands.length + 1)}
        onClick={() => editor.insertBlock(strings.toolbar.emptyTable)}
      >
        <Icon of={Table} />
      </Button>
    </div>
  )
}

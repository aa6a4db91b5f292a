import { useId, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { TextField } from '../../../kit/field.tsx'

/** Adds one of some known texts, which the browser suggests while the user types. */
export function AddFromList({
  label,
  addLabel,
  options,
  onAdd,
}: {
  label: string
  addLabel: string
  options: { value: string; title?: string | null }[]
  onAdd: (value: string) => void
}) {
  const [text, setText] = useState('')
  const id = useId()
  const isKnown = options.some(({ value }) => value === text)
  function add() {
    if (!isKnown) return
    onAdd(text)
    setText('')
  }
  return (
    <div className="row pt-3">
      <span className="grow">
        <TextField
          label={label}
          hideLabel
          placeholder={label}
          list={id}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </span>
      <datalist id={id}>
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </datalist>
      <Button disabled={!isKnown} onClick={add}>
        {addLabel}
      </Button>
    </div>
  )
}

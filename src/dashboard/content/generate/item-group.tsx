import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Time } from '../../kit/time.tsx'
import type { Choice } from './choice.ts'
import type { Group, Item } from './preview.ts'
import { isTicked } from './request.ts'
import * as strings from './strings.ts'

/** Further items are folded. */
const fewAtFirst = 8

/** All items of a kind; the check box in its heading selects all of them. */
export function ItemGroup({ group, choice }: { group: Group; choice: Choice }) {
  const { kind, label, items } = group
  const [isWhole, setWhole] = useState(false)
  const heading = useId()
  const shown = isWhole ? items : items.slice(0, fewAtFirst)
  const ticked = items.filter(({ key }) => isTicked(choice.turned, kind, key))
  const isAll = ticked.length === items.length
  const turnAll = () =>
    choice.turn((isAll ? items : items.filter((each) => !ticked.includes(each))).map(toKey))
  return (
    <section aria-labelledby={heading}>
      <div className="picks-head">
        <AllBox
          label={strings.itemGroup.all(label.toLowerCase())}
          all={isAll}
          some={ticked.length > 0}
          onChange={turnAll}
        />
        <h3 id={heading}>{label}</h3>
        <span className="muted small">
          {ticked.length === items.length
            ? items.length.toLocaleString()
            : strings.itemGroup.someOf(ticked.length, items.length)}
        </span>
        {kind === 'releases' && <span className="muted small">{strings.itemGroup.releasesHint}</span>}
      </div>
      <ul className="picks">
        {shown.map((item) => (
          <Pick
            key={item.key}
            item={item}
            isOn={ticked.includes(item)}
            isOut={kind !== 'releases' && !ticked.includes(item)}
            place={choice.sources.length > 1 ? nameOf(choice, item) : null}
            onChange={() => choice.turn([item.key])}
          />
        ))}
      </ul>
      {items.length > shown.length && (
        <Button look="quiet" slim className="ms-5.5" onClick={() => setWhole(true)}>
          {strings.itemGroup.showAll(items.length)}
        </Button>
      )}
    </section>
  )
}

const toKey = ({ key }: Item) => key
const nameOf = ({ sources }: Choice, { sourceId }: Item) =>
  sources.find(({ id }) => id === sourceId)?.name ?? null

function AllBox({
  label,
  all,
  some,
  onChange,
}: {
  label: string
  all: boolean
  some: boolean
  onChange: () => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some && !all
  }, [some, all])
  return (
    <label className="tickbox">
      <input ref={box} type="checkbox" aria-label={label} checked={all} onChange={onChange} />
    </label>
  )
}

function Pick({
  item,
  isOn,
  isOut,
  place,
  onChange,
}: {
  item: Item
  isOn: boolean
  /** A change that is left out in any case. */
  isOut: boolean
  place: string | null
  onChange: () => void
}) {
  const { title, ref, url, by, at } = item
  const id = useId()
  return (
    <li className={isOut ? 'off' : undefined}>
      <span className="tickbox">
        <input type="checkbox" id={id} data-row="" checked={isOn} onChange={onChange} />
      </span>
      <label htmlFor={id}>{title}</label>
      <span className="about">
        {url ? (
          <a className="ref" href={url} target="_blank" rel="noreferrer">
            {ref}
          </a>
        ) : (
          <span className="ref">{ref}</span>
        )}
        <span className="cut">{[by, place].filter(Boolean).join(', ')}</span>
      </span>
      <span className="muted small">{at && <Time at={at} />}</span>
    </li>
  )
}

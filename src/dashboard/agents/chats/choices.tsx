import { GitBranch, X } from 'lucide-react'
import type { Models } from '../../data/chats.ts'
import { isNamed, useConnected } from '../../data/repositories.ts'
import { FilterSelect } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import { type Draft, type Thinking, thinkingLevels } from '../conversation/draft.ts'
import * as strings from './strings.ts'

type Change = (patch: Partial<Draft>) => void

/** The sources and the model of a message; each is shown if there is more than one. */
export function Choices({
  draft,
  change,
  models,
}: {
  draft: Draft
  change: Change
  models: Models | undefined
}) {
  return (
    <>
      <Sources ids={draft.aboutIds} change={change} />
      {models && models.models.length > 0 && <ModelChoice draft={draft} change={change} models={models} />}
      {models && thinks(models, draft.model) && (
        <FilterSelect
          label={strings.choices.thinking}
          value={draft.thinking}
          choices={thinkingLevels.map((level) => ({
            value: level,
            label: strings.choices.thinkingLevel(level),
          }))}
          onChange={(value) => change({ thinking: value as Thinking })}
        />
      )}
    </>
  )
}

/** Whether the chosen model has thinking levels. */
const thinks = ({ writer, models }: Models, chosen: string) =>
  (chosen === 'auto' ? writer : models.find(({ id }) => id === chosen))?.thinks ?? false

function ModelChoice({ draft, change, models }: { draft: Draft; change: Change; models: Models }) {
  const choices = [
    ...(models.writer ? [{ value: 'auto', label: strings.choices.isDefault(models.writer.label) }] : []),
    ...models.models.map(({ id, label }) => ({ value: id, label })),
  ]
  return (
    <FilterSelect
      label={strings.choices.model}
      value={draft.model}
      choices={choices}
      onChange={(model) => change({ model })}
    />
  )
}

function Sources({ ids, change }: { ids: string[]; change: Change }) {
  const { data } = useConnected()
  const sources = [...(data?.repositories ?? []).filter(isNamed), ...(data?.trackers ?? [])]
  if (sources.length === 0) return null
  const chosen = sources.filter(({ id }) => ids.includes(id))
  const word = chosen.length === 0 ? strings.choices.allSources : strings.choices.sources
  const toggle = (id: string) =>
    change({ aboutIds: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] })
  return (
    <>
      <Menu
        label={strings.choices.selectSources(word)}
        slim
        look="quiet"
        side="start"
        items={sources.map(({ id, displayName }) => ({
          label: displayName,
          checked: ids.includes(id),
          onSelect: () => toggle(id),
        }))}
      >
        <Icon of={GitBranch} />
        {word}
      </Menu>
      {chosen.map(({ id, displayName }) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-label={strings.choices.removeNamed(displayName)}
          onClick={() => toggle(id)}
        >
          {displayName}
          <Icon of={X} />
        </button>
      ))}
    </>
  )
}

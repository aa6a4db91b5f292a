import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { intentOf } from '../../../features/geo/prompts/intent.ts'
import { useProjectSettings } from '../../data/project-data.ts'
import { type Presence, type Prompt, useChangePrompt } from '../../data/prompts.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Switch } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import type { Selection } from '../../kit/selection.ts'
import { Status } from '../../kit/status.tsx'
import { Tally } from '../../kit/tally.tsx'
import { toast } from '../../kit/toast.tsx'
import { DeletePrompt } from './delete-prompt.tsx'
import { intentName } from './intent.ts'
import { storedId } from './stored-id.ts'
import * as strings from './strings.ts'

export function PromptTable({
  prompts,
  selection,
  presenceOf,
}: {
  prompts: Prompt[]
  selection: Selection<Prompt>
  /** Null while it is loading. */
  presenceOf: ((prompt: Prompt) => Presence | undefined) | null
}) {
  const [, open] = useQueryState('open')
  const [deleting, setDeleting] = useState<Prompt | null>(null)
  const isAskedWithoutSearch = useProjectSettings().data?.settings?.trackWithoutSearch
  const presenceColumn: Column<Prompt> = {
    head: strings.promptTable.presenceColumn,
    narrow: 'full',
    cell: (prompt) => presenceOf && <PresenceStatus presence={presenceOf(prompt)} />,
  }
  const columns: Column<Prompt>[] = [
    {
      head: strings.promptTable.promptColumn,
      narrow: 'first',
      cell: (prompt) => (
        <span className="flex items-start gap-2">
          {prompt.source === 'custom' ? (
            <label className="tickbox">
              <input
                type="checkbox"
                data-id={prompt.id}
                aria-label={strings.promptTable.select(prompt.prompt)}
                checked={selection.isSelected(prompt.id)}
                onChange={() => selection.toggle(prompt.id)}
              />
            </label>
          ) : (
            <span className="tickbox" />
          )}
          <span className="grid gap-1 py-0.5">
            <button type="button" className="what" data-row="" onClick={() => open(storedId(prompt))}>
              {prompt.prompt}
            </button>
            <Tags prompt={prompt} />
          </span>
        </span>
      ),
    },
    {
      head: strings.promptTable.intentColumn,
      muted: true,
      narrow: 'drop',
      cell: ({ prompt }) => intentName(intentOf(prompt)),
    },
    ...(isAskedWithoutSearch ? [presenceColumn] : []),
    {
      head: strings.promptTable.namedByColumn,
      narrow: 'full',
      cell: (prompt) => presenceOf && <Engines presence={presenceOf(prompt)} />,
    },
    {
      head: strings.promptTable.inScansColumn,
      narrow: 'second',
      cell: (prompt) => <Pause prompt={prompt} />,
    },
    {
      head: strings.promptTable.deleteColumn,
      hideHead: true,
      narrow: 'drop',
      number: true,
      cell: (prompt) => (
        <Button
          slim
          look="quiet"
          iconOnly
          aria-label={strings.promptTable.deleteNamed(prompt.prompt)}
          onClick={() => setDeleting(prompt)}
        >
          <Icon of={Trash2} />
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        caption={strings.promptTable.caption}
        columns={columns}
        rows={prompts}
        keyOf={({ id }) => id}
        isSelected={({ id }) => selection.isSelected(id)}
      />
      {deleting && <DeletePrompt prompt={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function Tags({ prompt: { source, tags } }: { prompt: Prompt }) {
  if (source === 'custom' && tags.length === 0) return null
  return (
    <span className="row tight">
      {source === 'auto' && <span className="tag">{strings.promptTable.automatic}</span>}
      {tags.map((tag) => (
        <span key={tag} className="tag">
          {tag}
        </span>
      ))}
    </span>
  )
}

const presences = {
  knowledge: { state: 'good', label: strings.promptTable.alsoFromMemory },
  search: { state: 'live', label: strings.promptTable.onlyWithWebSearch },
  absent: { state: 'off', label: strings.promptTable.notNamed },
} as const

function PresenceStatus({ presence: found }: { presence: Presence | undefined }) {
  if (!found) return null
  const { state, label } = presences[found.presence]
  return <Status state={state}>{label}</Status>
}

/** A tick for the latest answer of each engine: high if it names the brand. */
function Engines({ presence }: { presence: Presence | undefined }) {
  if (!presence) return <span className="muted">{strings.promptTable.noAnswersYet}</span>
  const { mentioned, engines } = presence
  return (
    <span className="flex items-center gap-3">
      <Tally
        noun={strings.promptTable.engines}
        groups={[
          { kind: 'hi', count: mentioned, label: strings.promptTable.nameYou },
          { kind: 'out', count: engines - mentioned, label: strings.promptTable.doNotNameYou },
        ]}
      />
      <span className="nowrap">{strings.promptTable.namedBy(mentioned, engines)}</span>
    </span>
  )
}

/** The switch that includes a prompt in scans. */
function Pause({ prompt: { id, prompt, enabled } }: { prompt: Prompt }) {
  const change = useChangePrompt()
  const shown = change.isPending ? (change.variables.enabled ?? enabled) : enabled
  return (
    <Switch
      hideLabel
      label={strings.promptTable.includeInScans(prompt)}
      checked={shown}
      onChange={({ target }) =>
        change.mutate(
          { id, enabled: target.checked },
          { onError: (error) => toast(error.message, { seconds: 8 }) },
        )
      }
    />
  )
}

import { useState } from 'react'
import { useBrands } from '../../data/brands.ts'
import {
  type Competitor,
  type SuggestedCompetitor,
  useAddCompetitors,
  useSuggestions,
} from '../../data/competitors.ts'
import { useProject } from '../../data/project-context.ts'
import { CheckField, TextField } from '../../kit/field.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import * as strings from './strings.ts'

/** Asks a model for competitors of a website, and adds the selected ones. */
export function SuggestDialog({ known, onClose }: { known: Competitor[]; onClose: () => void }) {
  const { brandSettingsId } = useProject()
  const brand = useBrands().data?.brandIdentities.find(({ id }) => id === brandSettingsId)
  const [typed, setTyped] = useState<string | null>(null)
  const domain = typed ?? hostOf(brand?.websiteUrl)
  const suggest = useSuggestions()
  if (suggest.data) return <Found found={suggest.data.competitors} {...{ known, onClose }} />
  return (
    <FormDialog
      title={strings.suggestDialog.suggestCompetitors}
      onClose={onClose}
      onSubmit={() => suggest.mutate(domain)}
      note={strings.suggestDialog.note}
      change={suggest}
      verb={strings.suggestDialog.suggest}
      busy={strings.suggestDialog.asking}
    >
      <TextField
        label={strings.suggestDialog.yourWebsite}
        required
        maxLength={128}
        placeholder={strings.suggestDialog.yourWebsitePlaceholder}
        value={domain}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

function Found({
  found,
  known,
  onClose,
}: {
  found: SuggestedCompetitor[]
  known: Competitor[]
  onClose: () => void
}) {
  const tracked = new Set(known.map(({ name }) => name.toLowerCase()))
  const offered = found.filter(({ name }) => !tracked.has(name.toLowerCase()))
  const [ticked, setTicked] = useState(
    () => new Set(offered.filter(({ confidence }) => confidence === 'high').map(({ name }) => name)),
  )
  const add = useAddCompetitors()
  const chosen = offered.filter(({ name }) => ticked.has(name))
  function toggle(name: string) {
    const next = new Set(ticked)
    if (!next.delete(name)) next.add(name)
    setTicked(next)
  }
  return (
    <FormDialog
      title={strings.suggestDialog.suggestedCompetitors}
      onClose={onClose}
      onSubmit={() =>
        add.mutate(
          chosen.map(({ name, domain }) => ({ name, domain })),
          { onSuccess: onClose },
        )
      }
      note={strings.suggestDialog.selected(chosen.length)}
      change={add}
      verb={strings.suggestDialog.add}
      busy={strings.suggestDialog.adding}
      disabled={chosen.length === 0}
    >
      {offered.length === 0 && <p>{strings.suggestDialog.noNewCompetitorsFound}</p>}
      {offered.map(({ name, domain, description, confidence }) => (
        <CheckField
          key={name}
          label={domain ? `${name}, ${domain}` : name}
          hint={[description, confidence === 'medium' && strings.suggestDialog.lowConfidence]
            .filter(Boolean)
            .join(' ')}
          checked={ticked.has(name)}
          onChange={() => toggle(name)}
        />
      ))}
    </FormDialog>
  )
}

/** The host of a URL. */
function hostOf(address: string | null | undefined): string {
  const host = URL.parse(address ?? '')?.hostname ?? ''
  return host.replace(/^www\./, '')
}

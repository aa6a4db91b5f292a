import { useState } from 'react'
import { useBrands } from '../../data/brands.ts'
import { type Competitor, type Suggested, useAddCompetitors, useSuggestions } from '../../data/competitors.ts'
import { useProject } from '../../data/project-context.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckField, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'

/** Asks a model who competes with a website, and takes in those that are ticked. */
export function SuggestDialog({ known, onClose }: { known: Competitor[]; onClose: () => void }) {
  const { brandSettingsId } = useProject()
  const brand = useBrands().data?.brandIdentities.find(({ id }) => id === brandSettingsId)
  const [typed, setTyped] = useState<string | null>(null)
  const domain = typed ?? hostOf(brand?.websiteUrl)
  const suggest = useSuggestions()
  if (suggest.data) return <Found found={suggest.data.competitors} {...{ known, onClose }} />
  return (
    <Dialog
      title="Suggest competitors"
      onClose={onClose}
      onSubmit={() => suggest.mutate(domain)}
      footer={
        <>
          <span className="grow muted">Asks an AI model. Nothing is added yet.</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={suggest.isPending && 'Asking'}>
            Suggest
          </Button>
        </>
      }
    >
      <TextField
        label="Your website"
        required
        maxLength={128}
        placeholder="acme.com"
        value={domain}
        onChange={({ target }) => setTyped(target.value)}
      />
      {suggest.isError && <Failure error={suggest.error} />}
    </Dialog>
  )
}

function Found({ found, known, onClose }: { found: Suggested[]; known: Competitor[]; onClose: () => void }) {
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
    <Dialog
      title="Suggested competitors"
      onClose={onClose}
      onSubmit={() =>
        add.mutate(
          chosen.map(({ name, domain }) => ({ name, domain })),
          { onSuccess: onClose },
        )
      }
      footer={
        <>
          <span className="grow muted">{chosen.length} selected</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            type="submit"
            disabled={chosen.length === 0}
            busy={add.isPending && 'Adding'}
          >
            Add
          </Button>
        </>
      }
    >
      {offered.length === 0 && <p>No new competitors found.</p>}
      {offered.map(({ name, domain, description, confidence }) => (
        <CheckField
          key={name}
          label={domain ? `${name}, ${domain}` : name}
          hint={[description, confidence === 'medium' && 'Low confidence.'].filter(Boolean).join(' ')}
          checked={ticked.has(name)}
          onChange={() => toggle(name)}
        />
      ))}
      {add.isError && <Failure error={add.error} />}
    </Dialog>
  )
}

/** The bare host of an address. */
function hostOf(address: string | null | undefined): string {
  const host = URL.parse(address ?? '')?.hostname ?? ''
  return host.replace(/^www\./, '')
}
